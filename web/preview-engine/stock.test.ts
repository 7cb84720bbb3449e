import { beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "../upload-engine/fakes.ts";
import { TimeLimitError } from "./in-worker.ts";
import { type Plan, type PreviewedFile, type Product, type Shown, TIERS } from "./makers.ts";
import { RemoteOriginal } from "./original.ts";
import type { MadePreviews } from "./rendition.ts";
import { Stock } from "./stock.ts";

const SHOWN: Shown = { images: "blur", clip: "30", mark: "Casey" };
const LIMITS = { slots: 2, weight: 10 };
const file = (name: string) => new File(["x"], name);

type Call = {
	name: string;
	kinds: readonly string[];
	signal: AbortSignal;
} & PromiseWithResolvers<MadePreviews>;

/** Films have a poster and a clip; a picture's watermark depends on the name. */
function productsOf(name: string, { mark, clip }: Shown): Product[] {
	if (name.endsWith(".mp4"))
		return [
			{ kind: "poster", tier: TIERS.first },
			{ kind: "clip", tier: TIERS.rest, setting: clip },
		];
	return [
		{ kind: "image", tier: TIERS.blur },
		{ kind: "watermarked", tier: TIERS.blur, setting: mark },
	];
}

class Makers {
	/** open ones */
	calls: Call[] = [];
	started: string[] = [];

	planOf = ({ source, noPreview }: PreviewedFile, shown: Shown): Plan | null =>
		noPreview || shown.images === "none"
			? null
			: {
					products: productsOf(source.name, shown),
					isDear: (tier) => tier === TIERS.rest,
					isLast: source.name.endsWith(".mp4"),
					weigh: async () => 1,
					make: (kinds, signal) => {
						const call: Call = { name: source.name, kinds, signal, ...Promise.withResolvers() };
						this.calls.push(call);
						this.started.push(`${source.name} ${kinds.join("+")}`);
						signal.addEventListener("abort", () => call.reject(signal.reason));
						return call.promise.finally(() => {
							this.calls = this.calls.filter((other) => other !== call);
						});
					},
				};

	/** Lets the maker of a file finish. */
	async finish(name: string, failure: MadePreviews["failure"] = null) {
		const call = this.calls.find((one) => one.name === name);
		const kinds = failure ? [] : (call?.kinds ?? []);
		call?.resolve({
			renditions: kinds.map((kind) => ({ kind: kind as "image", body: new Blob([kind]) })),
			failure,
		});
		await settle();
	}

	async fail(name: string, error: Error) {
		this.calls.find((one) => one.name === name)?.reject(error);
		await settle();
	}
}

let makers: Makers;
let stock: Stock;
const kindsOf = (source: File) => [...stock.madeOf(source).renditions.keys()];

describe("Stock", () => {
	beforeEach(() => {
		vi.spyOn(console, "info").mockImplementation(() => undefined);
		makers = new Makers();
		const network = { isOnline: () => true, whenOnline: async () => {} };
		stock = new Stock(LIMITS, network, makers.planOf);
	});

	it("makes the page's first previews first, in the page's order, and films' clips last", async () => {
		const files = ["a.mp4", "b.jpg", "c.jpg", "d.mp4"].map((name) => ({ source: file(name) }));
		stock.hold(files, SHOWN);
		await settle();
		for (const name of ["a.mp4", "d.mp4", "b.jpg", "c.jpg"]) await makers.finish(name);
		expect(makers.started).toEqual([
			"a.mp4 poster",
			"d.mp4 poster",
			"b.jpg image+watermarked",
			"c.jpg image+watermarked",
			"a.mp4 clip",
			"d.mp4 clip",
		]);
	});

	it("shows the same snapshot until something was made", async () => {
		const [film, picture] = [file("a.mp4"), file("b.jpg")];
		stock.hold([{ source: film }, { source: picture }], SHOWN);
		await settle();
		const before = stock.madeOf(film);
		await makers.finish("b.jpg");
		expect(stock.madeOf(film)).toBe(before);
		await makers.finish("a.mp4");
		expect(kindsOf(film)).toEqual(["poster"]);
		expect(stock.madeOf(film).isDone).toBe(false);
		await makers.finish("a.mp4");
		expect(stock.madeOf(film)).toMatchObject({ isDone: true, failure: null });
	});

	it("cancels unwanted previews, and makes nothing twice when a file comes back", async () => {
		const [first, second] = [file("a.jpg"), file("b.jpg")];
		const release = stock.hold([{ source: first }, { source: second }], SHOWN);
		await settle();
		await makers.finish("a.jpg");
		const [open] = makers.calls;
		release();
		await settle();
		expect(open?.signal.aborted).toBe(true);
		stock.hold([{ source: first }, { source: second }], SHOWN);
		await settle();
		expect(makers.started.filter((one) => one.startsWith("a.jpg"))).toHaveLength(1);
		expect(kindsOf(first)).toEqual(["image", "watermarked"]);
	});

	it("goes on for an upload when its form is left", async () => {
		const source = file("a.jpg");
		const leave = stock.hold([{ source }], SHOWN);
		await settle();
		stock.hold([{ source }], SHOWN);
		leave();
		await makers.finish("a.jpg");
		expect(makers.started).toHaveLength(1);
		expect(kindsOf(source)).toEqual(["image", "watermarked"]);
	});

	it("remakes only the previews that depend on a changed setting", async () => {
		const source = file("a.jpg");
		const release = stock.hold([{ source }], SHOWN);
		await settle();
		await makers.finish("a.jpg");
		stock.hold([{ source }], { ...SHOWN, mark: "Robin" });
		release();
		await settle();
		expect(kindsOf(source)).toEqual(["image"]);
		await makers.finish("a.jpg");
		expect(makers.started[1]).toBe("a.jpg watermarked");
		expect(kindsOf(source)).toEqual(["image", "watermarked"]);
	});

	it("makes nothing of files that show no preview", async () => {
		const source = file("a.jpg");
		stock.hold([{ source, noPreview: true }], SHOWN);
		await settle();
		expect(makers.started).toEqual([]);
		expect(stock.madeOf(source)).toMatchObject({ isDone: true, failure: null });
	});

	it("says why there is no preview, and goes on with the others", async () => {
		const [damaged, fine] = [file("a.mp4"), file("b.jpg")];
		stock.hold([{ source: damaged }, { source: fine }], SHOWN);
		await settle();
		await makers.fail("a.mp4", new Error("no film"));
		await makers.finish("b.jpg");
		expect(stock.madeOf(damaged)).toMatchObject({ isDone: true, failure: "unreadable" });
		expect(stock.madeOf(fine)).toMatchObject({ isDone: true, failure: null });
		expect(makers.started).toEqual(["a.mp4 poster", "b.jpg image+watermarked"]);
	});

	it("retries a slow file once, after all others", async () => {
		const slow = file("a.jpg");
		stock.hold(
			[slow, file("b.jpg"), file("c.mp4")].map((source) => ({ source })),
			SHOWN,
		);
		await settle();
		await makers.finish("c.mp4");
		await makers.fail("a.jpg", new TimeLimitError("the time limit was exceeded"));
		await makers.finish("b.jpg");
		expect(makers.started.at(-1)).toBe("a.jpg image+watermarked");
		expect(makers.started.at(-2)).toBe("c.mp4 clip");
		await makers.fail("a.jpg", new TimeLimitError("the time limit was exceeded"));
		expect(stock.madeOf(slow)).toMatchObject({ isDone: true, failure: "slow" });
	});

	it.each([
		[
			"whose code could not be loaded",
			new Error("Failed to fetch dynamically imported module: /a.js"),
			() => {},
		],
		[
			"that has gone from the device",
			new DOMException("It was moved.", "NotReadableError"),
			(source: File) => {
				source.slice = () =>
					Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("moved")) });
			},
		],
	])("calls no file damaged %s, and tries once more", async (_, error, spoil) => {
		const source = file("a.jpg");
		spoil(source);
		stock.hold([{ source }], SHOWN);
		await settle();
		await makers.fail("a.jpg", error);
		expect(makers.started).toHaveLength(2);
		await makers.fail("a.jpg", error);
		expect(stock.madeOf(source)).toMatchObject({ isDone: true, failure: null });
	});

	it("calls no stored file damaged that the network lost", async () => {
		const source = new RemoteOriginal(
			{ id: "1", name: "a.jpg", size: 5 },
			new AbortController().signal,
		);
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
		await expect(source.arrayBuffer()).rejects.toThrow();
		vi.unstubAllGlobals();
		stock.hold([{ source }], SHOWN);
		await settle();
		await makers.fail("a.jpg", new Error("the file could not be read"));
		await makers.finish("a.jpg");
		expect(makers.started).toHaveLength(2);
		expect(stock.madeOf(source)).toMatchObject({ isDone: true, failure: null });
		expect([...stock.madeOf(source).renditions.keys()]).toEqual(["image", "watermarked"]);
	});

	it("resolves the first screen once nothing that a page begins with is being made", async () => {
		const sources = ["a.mp4", "b.jpg", "c.jpg"].map(file);
		stock.hold(
			sources.map((source) => ({ source })),
			SHOWN,
		);
		await settle();
		let isThere = false;
		void stock.firstScreen(sources, new AbortController().signal).then(() => {
			isThere = true;
		});
		await makers.finish("a.mp4");
		await makers.finish("b.jpg", "unreadable");
		expect(isThere).toBe(false);
		await makers.finish("c.jpg");
		expect(isThere).toBe(true);
	});

	it("stops waiting for the first screen with the signal", async () => {
		const source = file("a.jpg");
		stock.hold([{ source }], SHOWN);
		const stop = new AbortController();
		const waiting = stock.firstScreen([source], stop.signal);
		stop.abort(new Error("too long"));
		await expect(waiting).rejects.toThrow("too long");
	});

	it("revokes addresses when their file leaves", async () => {
		const revoke = vi.spyOn(URL, "revokeObjectURL");
		const source = file("a.jpg");
		const release = stock.hold([{ source }], SHOWN);
		await settle();
		await makers.finish("a.jpg");
		const [rendition] = stock.madeOf(source).renditions.values();
		const url = stock.urlOf(rendition!);
		expect(stock.urlOf(rendition!)).toBe(url);
		expect(revoke).not.toHaveBeenCalled();
		release();
		expect(revoke.mock.calls).toEqual([[url]]);
	});
});
