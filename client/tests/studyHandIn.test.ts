import { describe, expect, it } from "vitest";
import { mturkHandIn } from "../src/study/hand-in";

const LINK = { assignmentId: "A1", turkSubmitTo: "https://workersandbox.mturk.com", workerId: "W" };

describe("handing in at Mechanical Turk", () => {
  it("sends the assignment and the code to where the link said", () => {
    expect(mturkHandIn(LINK, "X7")).toEqual({
      url: "https://workersandbox.mturk.com/mturk/externalSubmit",
      fields: [
        ["assignmentId", "A1"],
        ["code", "X7"],
      ],
    });
  });

  it.each([
    "",
    "https://evil.example",
    "https://mturk.com.evil.example",
    "http://www.mturk.com",
    "javascript:alert(1)",
    "https://evilmturk.com",
  ])("sends nothing to %s", (turkSubmitTo) => {
    expect(mturkHandIn({ ...LINK, turkSubmitTo }, "X7")).toBeNull();
  });

  it("sends nothing without an assignment", () => {
    expect(mturkHandIn({ ...LINK, assignmentId: "" }, "X7")).toBeNull();
    expect(mturkHandIn({}, "X7")).toBeNull();
  });
});
