import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../app.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { KIB, MIB } from "../../contract/constants.ts";
import { CRONS, type CronName } from "../../core/crons.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { PROVIDER_EVENTS } from "../../payments/settlement/event-kinds.ts";
import recorded from "../checks/flow-usage.json" with { type: "json" };
import { each, type Usage, usageOf } from "../checks/usage.ts";
import { beginCard, deliver, eventsOf, payCard, reportSuccess } from "../fakes/provider.ts";
import { makeBackups, putObject } from "../fixtures/backups.ts";
import { archive, photos } from "../fixtures/counted-uploads.ts";
import { makeBuyer, makePurchase, makeSale } from "../fixtures/sales.ts";
import { makeStoredShare } from "../fixtures/stored-share.ts";
import { call, makeCreator, ORIGIN, request, testCtx } from "../fixtures/test-app.ts";
import * as uploads from "../fixtures/upload-helpers.ts";

type Cookies = Record<string, string>;
type Counts = Record<string, Usage>;

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Reads the whole response, like a browser. */
async function read(path: string, cookies: Cookies = {}, agent = BROWSER): Promise<void> {
	const response = await request(path, { cookies, headers: { "user-agent": agent } });
	await response.arrayBuffer();
	expect([path, response.status]).toEqual([path, 200]);
}

async function uploading(): Promise<{ slug: string; counts: Counts }> {
	await uploads.freshCreator();
	// A creator's first upload makes the tables of the quota's object.
	await archive(1);
	const [two, three] = [await archive(2), await archive(3)];
	const [pair, four] = [await photos(2), await photos(4)];
	return {
		slug: four.slug,
		counts: {
			"upload, part": each(three.sent, two.sent, 1),
			"upload, two parts": two.sent,
			publish: two.published,
			"upload, photo": each(four.sent, pair.sent, 2),
			"upload, two photos": pair.sent,
			"publish, photo": each(four.published, pair.published, 2),
			"publish, two photos": pair.published,
		},
	};
}

/** For files of the app and screens, which `request` has no route for. */
async function open(path: string): Promise<void> {
	const file = new Request(`${ORIGIN}${path}`);
	const { body, status } = await app.fetch(file, env, createExecutionContext());
	await body?.cancel();
	expect(status).toBe(200);
}

async function visits(slug: string): Promise<Counts> {
	// The first view of a day costs more than the others.
	const headers = { "user-agent": BROWSER.replace("X11", "Wayland") };
	const share = await (
		await request(`/api/file-shares/${slug}`, { headers })
	).json<ShareResponse>();
	const picture = `${share.files[0]?.preview?.src}?width=640`;
	// Bots aren't counted as viewers.
	await read(`/share/${slug}`, {}, "bot");
	return {
		"share page": await usageOf(() => read(`/share/${slug}`)),
		"file of the app": await usageOf(() => open("/boot.js")),
		"preview, first in a data centre": await usageOf(() => read(picture)),
		"preview, again": await usageOf(() => read(picture)),
	};
}

async function purchase(slug: string): Promise<Counts> {
	let buyer: Cookies = {};
	const kinds: readonly string[] = PROVIDER_EVENTS;
	const bought = await usageOf(async () => {
		await read("/api/config");
		const begun = await beginCard(slug);
		buyer = begun.cookies;
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, buyer)).status).toBe(200);
		for (const event of await eventsOf(begun.intentId))
			if (kinds.includes(event.type)) expect((await deliver(event)).status).toBe(200);
		await read(`/api/file-shares/${slug}`, buyer);
	});
	return {
		"purchase by card": bought,
		"share page, buyer": await usageOf(() => read(`/share/${slug}`, buyer)),
	};
}

async function downloads(): Promise<Counts> {
	const { user } = await makeCreator();
	const buyer = await makeBuyer();
	/** Sizes are in MiB. */
	const download = async (...sizes: number[]) => {
		const files = sizes.map((size, n) => ({ name: `${n}.zip`, data: new Uint8Array(size * MIB) }));
		const { share } = await makeStoredShare(user.id, files);
		await makePurchase(share, buyer.id);
		return usageOf(() => read(`/api/download-folder/${share.slug}`, buyer.cookies));
	};
	const two = await download(2, 2);
	return {
		"download, two files": two,
		"download, file more": each(await download(2, 2, 2, 2), two, 2),
		// The first two reads of a download have 16 MiB; the lengths of the others depend on the client.
		"download, 16 MiB more": each(await download(34, 2), two, 2),
	};
}

async function account(): Promise<Counts> {
	const email = "new@example.test";
	const password = "zebra8fjord";
	const register = await usageOf(async () =>
		expect((await call("POST", "/api/register", { email, password, plan: "free" })).status).toBe(
			201,
		),
	);
	const signIn = await usageOf(async () =>
		expect((await call("POST", "/api/login", { email, password })).status).toBe(200),
	);
	const { cookies } = uploads.creator;
	const often = ["my-file-shares", "dashboard", "direct-claims", "payment-status"];
	const rarely = ["user/transaction-limits", "subscription-status"];
	const ask = async (names: readonly string[]) => {
		for (const name of names) await read(`/api/${name}`, cookies);
	};
	return {
		register: register,
		"sign in": signIn,
		"dashboard, opened": await usageOf(async () => {
			await open("/dashboard");
			await ask(["user", "uploads", ...often, ...rarely]);
		}),
		"dashboard, a minute": await usageOf(() => ask([...often, ...often, ...rarely])),
	};
}

/** Idle runs, in a year without events at the provider. */
async function crons(): Promise<Counts> {
	const counts: Counts = {};
	for (const name of Object.keys(CRONS) as CronName[]) {
		const ctx = testCtx({ now: () => Date.UTC(2020, 0) });
		const run = () => runJobs(ctx, CRONS[name].expression);
		await run();
		counts[`cron ${name}`] = { ...(await usageOf(run)), requests: 1 };
	}
	return counts;
}

let backUp: Awaited<ReturnType<typeof makeBackups>>["backUp"];
let withSales: Usage;

async function backupsOfRows(): Promise<Counts> {
	backUp = (await makeBackups()).backUp;
	await backUp();
	const idle = await usageOf(backUp);
	for (let n = 0; n < 10; n++) await makeSale();
	withSales = await usageOf(backUp);
	return { "backup, nothing new": idle, "backup, sale": each(withSales, idle, 10) };
}

/** After those of rows. */
async function backupsOfObjects(): Promise<Counts> {
	for (let n = 0; n < 10; n++) await putObject(`originals/small/${n}`, new Uint8Array(KIB));
	const ten = await usageOf(backUp);
	await putObject("originals/large/0", new Uint8Array(32 * MIB));
	const large = await usageOf(backUp);
	return {
		"backup, new object": each(ten, withSales, 10),
		"backup, 32 MiB": each(large, withSales, 1),
	};
}

/**
 * Keeps a recorded count of rows if the new one is close: with random ids, neighbouring rows vary.
 */
function settled(measured: Counts): Counts {
	const known = recorded as Counts;
	const entries = Object.entries(measured).map(([flow, usage]) => {
		const kept = { ...usage };
		for (const meter of ["rowsRead", "objectRowsRead"] as const) {
			const before = known[flow]?.[meter] ?? Number.NaN;
			if (Math.abs(usage[meter] - before) <= 10 + before / 4) kept[meter] = before;
		}
		return [flow, kept];
	});
	return Object.fromEntries(entries);
}

// The clock advances a millisecond per look, so that counts don't depend on the machine. It is ahead of the alarms'
// clock, or on a slow machine they would ring during the work; the provider accepts five minutes.
let now = Date.now() + 4 * 60_000;
beforeAll(() => vi.spyOn(Date, "now").mockImplementation(() => now++));
afterAll(() => vi.restoreAllMocks());

describe("each flow uses of the platform what docs/costs.md counts with", () => {
	let slug = "";
	let measured: Counts = {};
	/** The file has the same order. */
	const flows: Record<string, () => Promise<Counts>> = {
		uploading: async () => {
			const uploaded = await uploading();
			slug = uploaded.slug;
			return uploaded.counts;
		},
		visits: () => visits(slug),
		purchase: () => purchase(slug),
		downloads,
		account,
		crons,
		backupsOfRows,
		backupsOfObjects,
	};

	it.each(Object.entries(flows))("%s", async (_, flow) => {
		measured = { ...measured, ...(await flow()) };
	});

	it("as recorded", async () => {
		// `npm run bench costs -- --count` rewrites the file.
		await expect(`${JSON.stringify(settled(measured), null, "\t")}\n`).toMatchFileSnapshot(
			"../checks/flow-usage.json",
		);
	});
});
