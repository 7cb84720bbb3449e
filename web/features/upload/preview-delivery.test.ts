import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewFailure } from "../../../worker/files/previews/contract/previews.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import type { Rendition } from "../../preview-engine/rendition.ts";
import type { Made } from "../../preview-engine/stock.ts";
import { settle } from "../../upload-engine/fakes.ts";
import { PreviewDelivery } from "./preview-delivery.ts";

const SHOWN = { images: "blur", clip: "30", mark: "Casey" } as const;
const KINDS = ["poster", "image", "watermarked", "clip"] as const;
type Kind = (typeof KINDS)[number];

type Send = { key: string; succeed: () => void; fail: (error: unknown) => void };

/** A stock and a server, in the test's hands. */
class World {
	readonly files = ["a", "b", "c"].map((id) => ({ id, source: new File(["x"], id) }));
	/** open ones */
	sends: Send[] = [];
	/** every attempt, as "session a image" */
	attempts: string[] = [];
	arrived: string[] = [];
	failures: string[] = [];
	/** renditions that the server would refuse with 409 */
	conflicts: string[] = [];
	isSessionOpen = true;
	firstScreen = Promise.withResolvers<void>();
	isReleased = false;
	readonly #made = new Map<File, Made>();
	readonly #listeners = new Set<() => void>();
	readonly delivery: PreviewDelivery;

	constructor(hasSession = true) {
		const stock = {
			hold: () => () => {
				this.isReleased = true;
			},
			subscribe: (listener: () => void) => {
				this.#listeners.add(listener);
				return () => this.#listeners.delete(listener);
			},
			madeOf: (source: unknown) => this.#madeOf(source as File),
			firstScreen: (_: unknown, signal: AbortSignal) =>
				Promise.race([
					this.firstScreen.promise,
					new Promise<void>((_, reject) =>
						signal.addEventListener("abort", () => reject(signal.reason)),
					),
				]),
		};
		this.delivery = new PreviewDelivery(stock, this.files, SHOWN, {
			session: hasSession ? { put: this.#put("session") } : null,
			published: {
				put: this.#put("published"),
				fail: async (id, reason) => void this.failures.push(`${id} ${reason}`),
			},
		});
	}

	#madeOf = (source: File): Made =>
		this.#made.get(source) ?? { renditions: new Map(), isDone: false, failure: null };

	#put =
		(to: "session" | "published") =>
		(id: string, { kind }: Rendition, signal: AbortSignal) =>
			new Promise<void>((resolve, reject) => {
				const key = `${to} ${id} ${kind}`;
				this.attempts.push(key);
				if ((to === "session") !== this.isSessionOpen) this.conflicts.push(key);
				const close = () => {
					this.sends = this.sends.filter((other) => other !== send);
				};
				const send: Send = {
					key,
					succeed: () => {
						close();
						this.arrived.push(`${id} ${kind}`);
						resolve();
					},
					fail: (error) => {
						close();
						reject(error);
					},
				};
				this.sends.push(send);
				signal.addEventListener("abort", () => send.fail(signal.reason));
			});

	async make(
		id: string,
		kinds: readonly Kind[],
		isDone = false,
		failure: PreviewFailure | null = null,
	) {
		const file = this.files.find((one) => one.id === id)!;
		const renditions = new Map(this.#madeOf(file.source).renditions);
		for (const kind of kinds)
			if (!renditions.has(kind)) renditions.set(kind, { kind, body: new Blob([kind]) });
		this.#made.set(file.source, { renditions, isDone, failure });
		for (const listener of this.#listeners) listener();
		await settle();
	}

	async arrive() {
		for (const send of this.sends) send.succeed();
		await settle();
	}

	get open() {
		return this.sends.map(({ key }) => key);
	}

	async publish() {
		this.isSessionOpen = false;
		this.delivery.published();
		await settle();
	}
}

let world: World;
const never = new AbortController().signal;

describe("PreviewDelivery", () => {
	beforeEach(() => {
		vi.spyOn(console, "info").mockImplementation(() => undefined);
		world = new World();
	});

	it("sends to the session as things are made, clips last", async () => {
		await world.make("a", ["poster", "clip"], true);
		await world.make("b", ["image"], true);
		expect(world.open).toEqual(["session a poster", "session b image"]);
		await world.arrive();
		expect(world.open).toEqual(["session a clip"]);
	});

	it("sends renditions for buyers last, after all others are made", async () => {
		await world.make("a", ["image", "watermarked"], true);
		await world.make("b", ["image"], true);
		await world.arrive();
		expect(world.open).toEqual([]);
		await world.make("c", ["clip"], true);
		expect(world.open).toEqual(["session c clip", "session a watermarked"]);
	});

	it("waits for the first screen and for running uploads before publishing", async () => {
		let isReady = false;
		void world.delivery.beforePublish(never).then(() => {
			isReady = true;
		});
		await world.make("a", ["image"]);
		world.firstScreen.resolve();
		await settle();
		expect([isReady, world.open]).toEqual([false, ["session a image"]]);
		await world.arrive();
		expect(isReady).toBe(true);
	});

	it("sends nothing while the share is being published, and the rest to the published files", async () => {
		world.firstScreen.resolve();
		await world.delivery.beforePublish(never);
		await world.make("a", ["image", "clip"], true);
		expect(world.attempts).toEqual([]);
		await world.publish();
		await world.arrive();
		await world.arrive();
		expect(world.arrived).toEqual(["a image", "a clip"]);
	});

	it("starts no clip after the last byte", async () => {
		const ready = world.delivery.beforePublish(never);
		await world.make("a", ["clip"], true);
		expect(world.open).toEqual([]);
		world.firstScreen.resolve();
		await ready;
		await world.publish();
		expect(world.open).toEqual(["published a clip"]);
	});

	it("interrupts a transfer that would delay publishing, and sends it again afterwards", async () => {
		const limit = new AbortController();
		vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
		await world.make("a", ["clip"], true);
		const ready = world.delivery.beforePublish(never);
		limit.abort();
		await ready;
		expect(world.open).toEqual([]);
		await world.publish();
		expect(world.open).toEqual(["published a clip"]);
	});

	it("goes on sending to the session when the upload is paused, or parts are missing", async () => {
		const pause = new AbortController();
		const ready = world.delivery.beforePublish(pause.signal);
		pause.abort();
		await ready;
		await world.make("a", ["image"]);
		expect(world.open).toEqual(["session a image"]);
		await world.arrive();
		world.firstScreen.resolve();
		await world.delivery.beforePublish(never);
		await world.make("b", ["image"]);
		expect(world.open).toEqual([]);
		world.delivery.reopen();
		expect(world.open).toEqual(["session b image"]);
	});

	it("reports failures once the files are published", async () => {
		await world.make("a", [], true, "undecodable");
		expect(world.failures).toEqual([]);
		await world.publish();
		expect(world.failures).toEqual(["a undecodable"]);
	});

	it.each([
		["is refused", new ApiFailure(413, { message: "Too large." }), ["a refused"]],
		["is lost by the network", new ApiFailure(0, { message: "Away." }), []],
		["has no file any more", new ApiFailure(404, { message: "Gone." }), []],
		[
			"has no session any more",
			new ApiFailure(409, { code: "upload.not_open", message: "Over." }),
			[],
		],
	])("reports a preview that %s only if the file is to blame", async (_, error, failures) => {
		await world.make("a", ["image"], true);
		world.sends[0]?.fail(error);
		await settle();
		await world.publish();
		expect(world.failures).toEqual(failures);
		expect(world.attempts).toEqual(["session a image"]);
	});

	it("ends when all is sent, and lets the files go", async () => {
		let hasEnded = false;
		void world.delivery.ended.then(() => {
			hasEnded = true;
		});
		await world.publish();
		for (const id of ["a", "b", "c"]) await world.make(id, ["image"], true);
		expect(hasEnded).toBe(false);
		await world.arrive();
		expect([hasEnded, world.isReleased]).toEqual([true, true]);
	});

	it("stops with the upload", async () => {
		await world.make("a", ["image"]);
		world.delivery.stop();
		await settle();
		await world.make("b", ["image"]);
		expect([world.open, world.attempts, world.isReleased]).toEqual([[], ["session a image"], true]);
	});

	it("delivers every preview once, and none while the share is being published, in any order of events", async () => {
		const event = fc.oneof(
			fc.record({ made: fc.constantFrom("a", "b", "c"), kind: fc.constantFrom(...KINDS) }),
			fc.record({ arrives: fc.nat(3) }),
			fc.constantFrom("lastByte", "firstScreen", "published", "missing"),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
				const world = new World();
				const made = new Set<string>();
				let state = "open" as "open" | "ending" | "closed" | "published";
				for (const one of events) {
					if (typeof one === "string") {
						if (one === "lastByte" && state === "open") {
							state = "ending";
							void world.delivery.beforePublish(never).then(() => {
								state = "closed";
								world.isSessionOpen = false;
							});
						}
						if (one === "firstScreen") world.firstScreen.resolve();
						if (one === "published" && state === "closed") {
							state = "published";
							await world.publish();
						}
						if (one === "missing" && state === "closed") {
							state = "open";
							world.isSessionOpen = true;
							world.delivery.reopen();
						}
					} else if ("made" in one) {
						made.add(`${one.made} ${one.kind}`);
						await world.make(one.made, [one.kind]);
					} else world.sends[one.arrives]?.succeed();
					await settle();
					if (state === "closed") expect(world.open).toEqual([]);
				}
				world.firstScreen.resolve();
				for (let round = 0; round < 20; round++) await world.arrive();
				if (state === "open" || state === "ending") await world.delivery.beforePublish(never);
				for (const { id } of world.files) await world.make(id, [], true);
				await world.publish();
				for (let round = 0; round < 20; round++) await world.arrive();
				expect(world.arrived.toSorted()).toEqual([...made].toSorted());
				expect(world.conflicts).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	});
});
