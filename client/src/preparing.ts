import { mount } from "svelte";
import Preparing from "./pages/Preparing.svelte";
import "./styles/theme.css";

mount(Preparing, { target: document.body });
