import { setTimeout as wait } from "node:timers/promises";

/** An element to find in a page, by its role and its accessible name. */
export type Criteria = {
	kind: "button" | "tab" | "link" | "field" | "file" | "text";
	/** the whole name; of a text, a part of it */
	name: string;
};

/** What a browser's automation has to offer; `Element` is its own handle. */
export interface Automation<Element> {
	goto(url: string): Promise<void>;
	url(): Promise<string>;
	/** The first visible match at this moment, by `findInPage`. */
	find(wanted: Criteria): Promise<Element | null>;
	click(element: Element): Promise<void>;
	type(element: Element, text: string): Promise<void>;
	choose(element: Element, paths: readonly string[]): Promise<void>;
	valueOf(element: Element): Promise<string>;
	/** The page's visible text, for the message of a failure. */
	text(): Promise<string>;
}

const TIMEOUT_MS = 45_000;
const POLL_INTERVAL_MS = 100;

/**
 * Runs in the page: returns the first visible element that matches. It searches open shadow roots, which
 * contain the card form.
 */
export function findInPage({ kind, name }: Criteria): Element | null {
	const selectors = {
		button: "button:not([role=tab])",
		tab: "[role=tab]",
		link: "a[href]",
		field: "input, textarea, select",
		file: "input[type=file]",
		text: "*",
	};
	const normalise = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
	const roots: (Document | ShadowRoot)[] = [document];
	for (let i = 0; i < roots.length; i++)
		for (const host of roots[i]?.querySelectorAll("*") ?? [])
			if (host.shadowRoot) roots.push(host.shadowRoot);
	const isSeen = (element: Element) => element.getClientRects().length > 0;
	const namesOf = (element: Element) => {
		const labels = "labels" in element ? ((element.labels ?? []) as Iterable<Element>) : [];
		return [
			element.getAttribute("aria-label"),
			...Array.from(labels, (label) => label.textContent),
			...(kind === "field" ? [] : [element.textContent]),
		].map(normalise);
	};
	for (const root of roots)
		for (const element of root.querySelectorAll(selectors[kind])) {
			if (kind === "file") return element;
			if (!isSeen(element) || ("disabled" in element && element.disabled)) continue;
			// The app replaces the server's first paint; a press at that very moment would hit neither.
			if (element.closest(".first-paint")) continue;
			if (kind !== "text") {
				if (namesOf(element).includes(name)) return element;
				continue;
			}
			const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
			if (normalise(own.map((node) => node.textContent).join("")).includes(name)) return element;
		}
	return null;
}

const MAX_ATTEMPTS = 5;
/** What the two drivers say of an element that is no longer in the document. */
const REPLACED = /Node is detached|stale element/i;

/** A page with user-like actions: everything waits until what it needs is there. */
export class TestUser<Element> {
	readonly #automation: Automation<Element>;

	constructor(automation: Automation<Element>) {
		this.#automation = automation;
	}

	open(url: string): Promise<void> {
		return this.#automation.goto(url);
	}

	async press(kind: "button" | "tab" | "link", name: string): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			const element = await this.#awaited({ kind, name });
			try {
				return await this.#automation.click(element);
			} catch (error) {
				// React may replace an element after it was found: then nothing was clicked yet.
				if (attempt === MAX_ATTEMPTS || !REPLACED.test(String(error))) throw error;
			}
		}
	}

	async fill(name: string, text: string): Promise<void> {
		await this.#automation.type(await this.#awaited({ kind: "field", name }), text);
	}

	async choose(paths: readonly string[]): Promise<void> {
		await this.#automation.choose(await this.#awaited({ kind: "file", name: "" }), paths);
	}

	async see(text: string): Promise<void> {
		await this.#awaited({ kind: "text", name: text });
	}

	async valueOf(name: string): Promise<string> {
		return this.#automation.valueOf(await this.#awaited({ kind: "field", name }));
	}

	async arrive(path: string): Promise<void> {
		await this.#until(
			`the address ${path}`,
			async () => new URL(await this.#automation.url()).pathname === path,
		);
	}

	async #awaited(wanted: Criteria): Promise<Element> {
		let found: Element | null = null;
		await this.#until(`${wanted.kind} “${wanted.name}”`, async () => {
			found = await this.#automation.find(wanted);
			return found !== null;
		});
		return found as Element; // #until throws otherwise
	}

	async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
		const end = Date.now() + TIMEOUT_MS;
		let trouble: unknown;
		while (Date.now() < end) {
			try {
				if (await isSo()) return;
			} catch (error) {
				// A page that is navigating away can't be queried; the next one can.
				trouble = error;
			}
			await wait(POLL_INTERVAL_MS);
		}
		const shown = await this.#automation.text().catch(String);
		throw new Error(
			`There was no ${what} at ${await this.#automation.url().catch(String)}. The page shows:\n${shown.slice(0, 1500)}`,
			{ cause: trouble },
		);
	}
}
