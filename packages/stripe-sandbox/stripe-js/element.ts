import type { Appearance, StripeError } from "@stripe/stripe-js";
import { Emitter } from "./emitter.ts";
import { styleSheet } from "./style.ts";

/** Styles are added through `adoptedStyleSheets`, which a strict CSP allows. */
export abstract class StandInElement extends Emitter {
	abstract readonly type: string;
	protected readonly host = document.createElement("div");
	readonly #sheet = new CSSStyleSheet();

	constructor(appearance: Appearance | undefined) {
		super();
		this.host.className = "__PrivateStripeElement";
		const root = this.host.attachShadow({ mode: "open" });
		root.adoptedStyleSheets = [this.#sheet];
		this.restyle(appearance);
	}

	mount(index: string | HTMLElement): void {
		const target = typeof index === "string" ? document.querySelector(index) : index;
		if (target === null)
			throw new Error(`Invalid DOM element: ${String(index)} does not exist in the page.`);
		if (this.host.parentElement === target) return;
		target.classList.add("StripeElement");
		target.replaceChildren(this.host);
		this.mounted();
	}

	unmount(): void {
		this.host.parentElement?.classList.remove("StripeElement");
		this.host.remove();
	}

	destroy(): void {
		this.unmount();
		this.emit("destroyed", { elementType: this.type });
	}

	restyle(appearance: Appearance | undefined): void {
		this.#sheet.replaceSync(styleSheet(appearance));
	}

	/** The fields stay English; tests read the requested locale. */
	noteLocale(locale = "auto"): void {
		this.host.dataset.locale = locale;
	}

	abstract validate(): StripeError | undefined;
	abstract update(options: Record<string, unknown>): this;
	protected abstract mounted(): void;

	protected get shadow(): ShadowRoot {
		if (this.host.shadowRoot === null) throw new Error("the element has no shadow root");
		return this.host.shadowRoot;
	}
}
