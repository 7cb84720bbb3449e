import { createRequire } from "node:module";
import { FixedLengthStream, IdentityTransformStream } from "../bindings/streams.ts";
import { type Bundle, SHADOWED } from "./bundle.ts";
import { cryptoOf } from "./crypto.ts";
import { HTMLRewriter } from "./html-rewriter.ts";
import type { Random } from "./random.ts";
import type { Scheduler, Task } from "./scheduler.ts";

const require = createRequire(import.meta.url);

/** Before any package adds to it. */
const REFLECT = Object.getOwnPropertyDescriptors(Reflect);

export type Surroundings = {
	scheduler: Scheduler;
	random: Random;
	fetch: typeof fetch;
	/** false once killed: its timers no longer run */
	isAlive: () => boolean;
	log: (level: string, line: string) => void;
	caches?: unknown;
	/** called for each `await` of the Worker's code with its place; returns the promise to wait for */
	onAwait?: <T>(at: string, value: T) => T | Promise<never>;
	libraries?: object;
	modules?: Readonly<Record<string, unknown>>;
};

export function instantiate<T>({ script }: Bundle, surroundings: Surroundings): T {
	const { scheduler, random, isAlive, modules, onAwait } = surroundings;
	const { web, node } = cryptoOf(random, scheduler);
	const RealDate = Date;
	class SimulatedDate extends RealDate {
		constructor(...given: unknown[]) {
			super(...((given.length > 0 ? given : [scheduler.now]) as [number]));
		}
		static override now = () => Math.floor(scheduler.now);
		static override [Symbol.hasInstance](value: unknown) {
			return value instanceof RealDate;
		}
	}
	const setTimeout = (run: (...all: unknown[]) => void, ms = 0, ...all: unknown[]) =>
		scheduler.timer(ms, () => {
			if (isAlive()) run(...all);
		});
	const clearTimeout = (task: Task | undefined) => {
		if (task) task.run = null;
	};
	const timeout = (ms: number) => {
		const ending = new AbortController();
		setTimeout(
			() => ending.abort(new DOMException("The operation timed out.", "TimeoutError")),
			ms,
		);
		return ending.signal;
	};
	const say = (level: string) => (line: unknown) => surroundings.log(level, String(line));
	const globals: Record<string, unknown> = {
		AbortSignal: Object.assign(Object.create(AbortSignal), { timeout }),
		Date: SimulatedDate,
		FixedLengthStream,
		HTMLRewriter,
		IdentityTransformStream,
		Math: Object.create(Math, { random: { value: () => random.next() } }),
		// Packages register themselves there.
		Reflect: Object.create(Object.prototype, REFLECT),
		caches: surroundings.caches,
		clearTimeout,
		console: {
			log: say("info"),
			info: say("info"),
			debug: say("debug"),
			warn: say("warn"),
			error: say("error"),
		},
		crypto: web,
		fetch: surroundings.fetch,
		performance: { now: () => scheduler.now },
		scheduler: {
			wait: (ms: number) => new Promise<void>((resolve) => void setTimeout(() => resolve(), ms)),
		},
		setTimeout,
	};
	globals.globalThis = Object.create(
		globalThis,
		Object.fromEntries(Object.entries(globals).map(([name, value]) => [name, { value }])),
	);
	const own: Readonly<Record<string, unknown>> = { "node:crypto": node, ...modules };
	const module = { exports: {} };
	const given = Object.fromEntries(SHADOWED.map((name) => [name, globals[name]]));
	script.runInThisContext()(
		given,
		onAwait ?? ((_: string, value: unknown) => value),
		surroundings.libraries,
	)((name: string) => own[name] ?? require(name), module, module.exports);
	return module.exports as T;
}
