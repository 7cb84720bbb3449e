import { createStripe } from "./stripe.ts";

// The script's own address contains the sandbox's; it is unavailable once the script has run.
const script = document.currentScript;
const origin = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin;

const Stripe = Object.assign((key: string) => createStripe(origin, key), { version: "endive" });

// `loadStripe` uses an existing `window.Stripe`. Not typed as Stripe's own: this has only what card payments need.
Object.defineProperty(window, "Stripe", { value: Stripe, writable: true, configurable: true });
