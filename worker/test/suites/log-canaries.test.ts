import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { interceptedBindings } from "../../platform/intercepted-bindings.ts";
import { withVariables } from "../fixtures/test-app.ts";
import type { Sent } from "../matrix/arranged.ts";
import { CASE_NAMES } from "../matrix/cases.ts";
import { TABLE } from "../matrix/matrix.ts";
import { type Cell, prepared, sendCell } from "../matrix/run.ts";
import { BUYER_EMAIL, makeWorld, NETWORK, rolesOf, type World } from "../matrix/world.ts";

/**
 * Calls every route validly as a visitor, a buyer and a creator: while everything works, and while
 * the database, the bucket and the mail service fail with errors that quote an address. Then
 * searches the console's output for everything personal or secret in requests and responses.
 */

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;
/** Ids and choices may be logged. */
const PLAIN =
	/^(?:shareId|files|plan|kind|decision|reason|buyers|locale|paymentIntentId|price|belowMinimum)$/;
const SECRET = /"(?:secret|uri|clientSecret|token)":"([^"]+)"/g;
/** Shorter values could be in any line by chance. */
const MIN_LENGTH = 5;

class Canaries {
	readonly values = new Set<string>([BUYER_EMAIL, NETWORK]);

	add(...values: unknown[]): void {
		for (const value of values)
			if (typeof value === "string" && value.length >= MIN_LENGTH) this.values.add(value);
	}

	sent({ json, headers = {} }: Sent): void {
		for (const [name, value] of Object.entries(json ?? {})) if (!PLAIN.test(name)) this.add(value);
		this.add(headers["x-upload-token"], headers["stripe-signature"], headers.authorization);
	}

	async got(response: Response): Promise<void> {
		for (const line of response.headers.getSetCookie())
			this.add(/^__Host-(?:session|buyer)=([^;]+)/.exec(line)?.[1]);
		const text = await response.text();
		for (const [, secret] of text.matchAll(SECRET)) this.add(secret);
		for (const [, codes = ""] of text.matchAll(/"recoveryCodes":\[([^\]]+)\]/g))
			this.add(...codes.split(",").map((code) => code.replaceAll('"', "")));
	}

	world(world: World): void {
		for (const { cookies, user } of Object.values(rolesOf(world)))
			this.add(...Object.values(cookies), user?.user.email);
		for (const name of CASE_NAMES) {
			const { notes, photo, song, receiptToken, share } = world.sold[name];
			this.add(
				notes.originalName,
				photo.originalName,
				song.originalName,
				receiptToken,
				share.title,
			);
		}
	}
}

/** Every fourth call fails: overloaded, or for a reason that quotes an address. */
function failing(): Partial<Env> {
	let calls = 0;
	const { DB, FILES } = interceptedBindings(env, async (_, call) => {
		calls++;
		if (calls % 8 === 0)
			throw new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.");
		if (calls % 4 === 0) throw new Error(`UNIQUE constraint failed: ${BUYER_EMAIL}`);
		return call();
	});
	const send = async ({ to }: { to: string }) => {
		throw new Error(`550 ${to}: mailbox unavailable`);
	};
	// Repeated calls may exceed the budgets, which the test's own dataset checks.
	const METRICS = { writeDataPoint: () => undefined };
	return { DB, FILES, METRICS, EMAIL: { send } as unknown as SendEmail };
}

describe("logs of the main flows, with and without faults", () => {
	const output: string[] = [];
	const canaries = new Canaries();
	const faulty = failing();
	let world: World;

	beforeEach(() => {
		for (const level of LEVELS)
			vi.spyOn(console, level).mockImplementation((...words) => {
				output.push(words.map(String).join(" "));
			});
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
	beforeAll(async () => {
		world = await makeWorld();
		canaries.world(world);
	});

	it.each(TABLE)("%s is called", async (route) => {
		const roles = rolesOf(world);
		const method = route.split(" ")[0]?.replace("ALL", "GET") ?? "";
		const state = route.includes("direct-claims") ? "claimed" : "paid";
		for (const [bindings, roleNames] of [
			[{}, ["Nobody", "Buyer", "Creator"]],
			// Gets furthest, so most calls fail.
			[faulty, ["Creator"]],
		] as const)
			for (const roleName of roleNames) {
				const cell: Cell = { route, method, state, roleName, role: roles[roleName] };
				const { sent } = await prepared(world, cell);
				canaries.sent(sent);
				await withVariables(bindings, async () => canaries.got(await sendCell(world, cell, sent)));
				await sent.after?.();
				if (method !== "GET") await world.stored.restore();
			}
	});

	// G108
	it("contain nothing that people typed, sent or received", () => {
		const events = new Set(output.flatMap((line) => /"event":"([^"]+)"/.exec(line)?.[1] ?? []));
		// The search proves something only if the flows and their faults were logged.
		expect(events).toContain("download.refused");
		expect(events).toContain("request.failed");
		expect(canaries.values.size).toBeGreaterThan(100);
		const found = output.flatMap((line) =>
			[...canaries.values]
				.filter((value) => line.includes(value))
				.map((value) => `${value}: ${line}`),
		);
		expect([...new Set(found)]).toEqual([]);
	});
});
