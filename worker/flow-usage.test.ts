import { expect, it } from "vitest";
import { KIB, MIB, PART_SIZE } from "./contract/constants.ts";
import type { ShareResponse } from "./contract/shares.ts";
import type { BegunUpload } from "./contract/uploads.ts";
import { CRONS, type CronName } from "./crons.ts";
import { runJobs } from "./jobs.ts";
import { PROVIDER_EVENTS } from "./payments/settlement/event-kinds.ts";
import { makeBackups, putObject } from "./test/backups.ts";
import recorded from "./test/flow-usage.json" with { type: "json" };
import { convert, halvesPng } from "./test/images.ts";
import { beginCard, deliver, eventsOf, payCard, reportSuccess } from "./test/provider.ts";
import { makeBuyer, makePurchase, makeSale } from "./test/sales.ts";
import { pngLike } from "./test/sample-files.ts";
import { makeStoredShare } from "./test/stored-share.ts";
import { call, makeCreator, request, testCtx } from "./test/test-app.ts";
import * as uploads from "./test/upload-helpers.ts";
import { each, type Usage, usageOf } from "./test/usage.ts";

type Cookies = Record<string, string>;
type Counts = Record<string, Usage>;

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Sends a request and reads the whole response, as a browser does. */
async function read(path: string, cookies: Cookies = {}, agent = BROWSER): Promise<void> {
	const response = await request(path, { cookies, headers: { "user-agent": agent } });
	await response.arrayBuffer();
	expect([path, response.status]).toEqual([path, 200]);
}

/** Counts an upload up to its last part, and its publishing. */
async function upload(
	files: uploads.Announced[],
	more: object,
	send: (begun: BegunUpload) => Promise<void>,
) {
	let begun: BegunUpload | undefined;
	const sent = await usageOf(async () => {
		begun = await uploads.begun(files, more);
		await send(begun);
	});
	const published = await usageOf(async () =>
		expect((await uploads.complete(begun as BegunUpload)).status).toBe(201),
	);
	return { slug: begun?.shareId ?? "", sent, published };
}

/** One file of so many parts, of a kind without previews. */
function archive(parts: number) {
	const part = new Uint8Array(PART_SIZE);
	part.set([0x50, 0x4b, 3, 4]);
	const file = { name: "film.zip", size: parts * PART_SIZE };
	return upload([file], {}, async (begun) => {
		for (let n = 1; n <= parts; n++)
			expect((await uploads.put(begun, 0, n, part)).status).toBe(200);
	});
}

/** Photographs with the two previews that the browser makes of each. */
async function photos(count: number) {
	const data = pngLike(2 * MIB);
	const image = await convert(halvesPng(96, 72), "image/webp");
	const watermarked = await convert(halvesPng(1024, 768), "image/webp");
	const names = Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, size: data.length }));
	return upload(names, { preview: { images: "watermark" } }, async (begun) => {
		for (const [index, { id }] of begun.files.entries()) {
			expect((await uploads.put(begun, index, 1, data)).status).toBe(200);
			for (const [kind, body] of Object.entries({ image, watermarked })) {
				const query = `kind=${kind}&width=4000&height=3000`;
				const response = await request(`/api/uploads/${begun.id}/files/${id}/preview?${query}`, {
					...{ method: "PUT", body, cookies: uploads.creator.cookies },
					headers: { "content-length": String(body.length) },
				});
				expect(response.status).toBe(200);
			}
		}
	});
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

async function visits(slug: string): Promise<Counts> {
	const share = await (await request(`/api/file-shares/${slug}`)).json<ShareResponse>();
	const picture = `${share.files[0]?.preview?.src}?width=640`;
	// A bot, which is not counted as a viewer.
	await read(`/share/${slug}`, {}, "bot");
	return {
		"share page": await usageOf(() => read(`/share/${slug}`)),
		"file of the app": await usageOf(() => read("/boot.js")),
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
	/** The share as one ZIP. */
	const download = async (count: number, size: number) => {
		const data = new Uint8Array(size);
		const files = Array.from({ length: count }, (_, n) => ({ name: `${n}.zip`, data }));
		const { share } = await makeStoredShare(user.id, files);
		await makePurchase(share, buyer.id);
		return usageOf(() => read(`/api/download-folder/${share.slug}`, buyer.cookies));
	};
	const two = await download(2, 2 * MIB);
	return {
		"download, two files": two,
		"download, file more": each(await download(4, 2 * MIB), two, 2),
		"download, 16 MiB more": each(await download(2, 18 * MIB), two, 2),
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
			await read("/dashboard", cookies);
			await ask(["user", "uploads", ...often, ...rarely]);
		}),
		"dashboard, a minute": await usageOf(() => ask([...often, ...often, ...rarely])),
	};
}

/** Runs of all crons with nothing to do, and what each sale in the database adds to them. */
async function crons(): Promise<Counts> {
	const counts: Counts = {};
	const runAll = async () => {
		const used: Partial<Record<CronName, Usage>> = {};
		for (const name of Object.keys(CRONS) as CronName[]) {
			const run = () => runJobs(testCtx(), CRONS[name].expression);
			await run();
			used[name] = { ...(await usageOf(run)), requests: 1 };
		}
		return used as Record<CronName, Usage>;
	};
	const empty = await runAll();
	const SALES = 10;
	for (let n = 0; n < SALES; n++) await makeSale();
	const full = await runAll();
	for (const name of Object.keys(CRONS) as CronName[]) {
		counts[`cron ${name}`] = empty[name];
		counts[`cron ${name}, sale`] = each(full[name], empty[name], SALES);
	}
	return counts;
}

async function backups(): Promise<Counts> {
	const { backUp } = await makeBackups();
	await backUp();
	const idle = await usageOf(backUp);
	for (let n = 0; n < 10; n++) await makeSale();
	const rows = await usageOf(backUp);
	for (let n = 0; n < 10; n++) await putObject(`originals/small/${n}`, new Uint8Array(KIB));
	const ten = await usageOf(backUp);
	await putObject("originals/large/0", new Uint8Array(32 * MIB));
	const large = await usageOf(backUp);
	return {
		"backup, nothing new": idle,
		"backup, new object": each(ten, rows, 10),
		"backup, sale": each(rows, idle, 10),
		"backup, 32 MiB": each(large, rows, 1),
	};
}

/** Of rows read varies a little how many lie beside the sought one, since ids are random. */
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

it("each flow uses of the platform what docs/costs.md counts with", async () => {
	const { slug, counts } = await uploading();
	const measured = {
		...counts,
		...(await visits(slug)),
		...(await purchase(slug)),
		...(await downloads()),
		...(await account()),
		...(await crons()),
		...(await backups()),
	};
	// `npm run bench costs -- --count` writes the file anew.
	await expect(`${JSON.stringify(settled(measured), null, "\t")}\n`).toMatchFileSnapshot(
		"test/flow-usage.json",
	);
});
