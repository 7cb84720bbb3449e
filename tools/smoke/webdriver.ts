import { type Automation, findInPage } from "./browser.ts";

/** The key under which the protocol returns elements. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export type WebElement = { [ELEMENT]: string };

/**
 * A session of a browser with WebDriver (the W3C's protocol), at `base`. Calls throw the driver's own
 * message.
 */
export class WebDriverSession implements Automation<WebElement> {
	readonly #base: string;

	private constructor(base: string) {
		this.#base = base;
	}

	/** Starts a browser with a profile of its own. */
	static async begin(base: string, capabilities: object): Promise<WebDriverSession> {
		const { sessionId } = await send<{ sessionId: string }>("POST", `${base}/session`, {
			capabilities: { alwaysMatch: capabilities },
		});
		return new WebDriverSession(`${base}/session/${sessionId}`);
	}

	end(): Promise<void> {
		return this.#call("DELETE", "");
	}

	goto(url: string): Promise<void> {
		return this.#call("POST", "/url", { url });
	}

	url(): Promise<string> {
		return this.#call("GET", "/url");
	}

	find(...args: Parameters<typeof findInPage>): Promise<WebElement | null> {
		return this.#run(findInPage, ...args) as Promise<WebElement | null>; // an element as the protocol writes it
	}

	click(element: WebElement): Promise<void> {
		return this.#call("POST", `/element/${element[ELEMENT]}/click`, {});
	}

	type(element: WebElement, text: string): Promise<void> {
		return this.#call("POST", `/element/${element[ELEMENT]}/value`, { text });
	}

	choose(element: WebElement, paths: readonly string[]): Promise<void> {
		return this.type(element, paths.join("\n"));
	}

	valueOf(element: WebElement): Promise<string> {
		return this.#call("GET", `/element/${element[ELEMENT]}/property/value`);
	}

	text(): Promise<string> {
		return this.#run(() => document.body.innerText);
	}

	/** Runs a function in the page, passed as source text; it may use no outer variables. */
	#run<Args extends unknown[], Value>(
		code: (...args: Args) => Value,
		...args: Args
	): Promise<Value> {
		return this.#call("POST", "/execute/sync", {
			script: `return (${code}).apply(null, arguments)`,
			args,
		});
	}

	#call<Value>(method: string, path: string, body?: object): Promise<Value> {
		return send(method, `${this.#base}${path}`, body);
	}
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
	const response = await fetch(url, {
		method,
		...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
	});
	// The protocol wraps every response like this.
	const { value } = (await response.json()) as { value: Value & { message?: string } };
	if (!response.ok) throw new Error(`${method} ${url}: ${value.message ?? response.status}`);
	return value;
}
