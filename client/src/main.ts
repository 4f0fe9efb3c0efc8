import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/theme.css";
import "./styles/controls.css";
import "./styles/game.css";
import "./styles/study.css";
import "./styles/tour.css";

mount(App, { target: document.body });
