import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { uploadSlots } from "../../accounts/plans/tables.ts";
import { sessions } from "../../accounts/tables.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { CreatedShare } from "../../contract/catalogue/shares.ts";
import { PART_SIZE } from "../../contract/constants.ts";
import type { BegunUpload } from "../../contract/files/uploads.ts";
import { makeCtx } from "../../core/context.ts";
import { CRONS } from "../../core/crons.ts";
import { users } from "../../core/tables.ts";
import { handlers } from "../../handlers.ts";
import { checkFiles } from "../../maintenance/invariants/check-files.ts";
import { checkPurchases, checkShares } from "../../maintenance/invariants/check-rows.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { ledger } from "../../payments/tables.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { shareViews } from "../../purchases/views/tables.ts";
import { FailingBindings } from "../fakes/failing-bindings.ts";
import { PatientBrowser, Tally } from "../fakes/patient-browser.ts";
import { eventsOf, payCard, provider } from "../fakes/provider.ts";
import { pngLike, text } from "../fixtures/sample-files.ts";
import { testCtx } from "../fixtures/test-app.ts";

/*
 * The main flows over the real bindings, of which one call in twenty fails: before it had an effect, after it
 * with the answer lost, or for an overload. Faults are injected below all of the product's own layers, in
 * Durable Objects too. The browsers do what the web app does with a busy server.
 *
 * All faults pass, so every failure that reaches a person is avoidable: no request may end with 5xx or 429 once
 * the web app has sent it again as often as it does and when it was told (`contract/repeats.ts`, the upload
 * engine; the waits themselves are left out). Nor may one be refused because its first attempt had an effect.
 * What is done twice is counted by rows, mails, money and objects.
 */

const ROUNDS = Number(env.FAULT_ROUNDS);
const RATE = 0.05;
const BIG = pngLike(PART_SIZE + 1000);
const SMALL = text("some notes");
const PASSWORD = "correct horse battery staple 7";
const MINUTE = 60_000;

function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

type Round = {
	email: string;
	creator: PatientBrowser;
	buyer: PatientBrowser;
	shareSlug: string;
	intentId: string;
	buyerEmail: string;
	isDeleted: boolean;
	isRefunded: boolean;
	views: number;
	fileCount: number;
	signIns: number;
};

class Run {
	readonly tally = new Tally();
	readonly sent = new Map<string, number>();
	readonly bindings: Env;
	readonly rounds: Round[] = [];
	readonly random = seeded(ROUNDS);
	readonly faulty = new FailingBindings({ rate: RATE, random: seeded(ROUNDS + 1) });

	constructor() {
		const EMAIL = {
			send: async ({ to, subject }: { to: string; subject: string }) => {
				const mail = `${to} ${subject}`;
				this.sent.set(mail, (this.sent.get(mail) ?? 0) + 1);
				return { messageId: "1" };
			},
		};
		this.bindings = { ...env, EMAIL: EMAIL as unknown as SendEmail };
	}

	browser(at: number, who: number): PatientBrowser {
		return new PatientBrowser(this.bindings, this.tally, `10.${who}.${at >> 8}.${at & 255}`);
	}

	ctx(laterMs = 0) {
		const waiting: Promise<unknown>[] = [];
		const ctx = makeCtx(this.bindings, {
			handlers,
			now: () => Date.now() + laterMs,
			waitUntil: (promise) => waiting.push(promise),
		});
		return { ctx, ended: () => Promise.all(waiting) };
	}

	async cron(name: keyof typeof CRONS, laterMs = 0): Promise<void> {
		const { ctx, ended } = this.ctx(laterMs);
		await runJobs(ctx, CRONS[name].expression);
		await ended();
	}
}

/** Registers, signs in anew, and edits the account. */
async function begin(run: Run, at: number): Promise<Round> {
	const creator = run.browser(at, 1);
	const email = `creator-${at}@example.test`;
	const account = { email, password: PASSWORD };
	expect(
		(await creator.send("POST", "/api/register", { body: { ...account, plan: "free" } })).status,
	).toBe(201);
	expect((await creator.send("POST", "/api/login", { body: account })).status).toBe(200);
	const names = { displayName: `Creator ${at}` };
	expect(await creator.json("PATCH", "/api/user", { body: names })).toMatchObject(names);
	return {
		email,
		creator,
		buyer: run.browser(at, 2),
		shareSlug: "",
		intentId: "",
		buyerEmail: `buyer-${at}@example.test`,
		isDeleted: false,
		isRefunded: false,
		views: 0,
		fileCount: 0,
		signIns: 1,
	};
}

/** Uploads as the engine does, and publishes. */
async function upload(round: Round, isLarge: boolean): Promise<void> {
	const { creator } = round;
	const contents = [...(isLarge ? [BIG] : []), SMALL, text("other notes")];
	const announced = contents.map((bytes, at) => ({
		name: bytes === BIG ? "big.png" : `notes-${at}.txt`,
		size: bytes.length,
	}));
	const body = { title: "A film", price: "9.99", key: crypto.randomUUID(), files: announced };
	const begun = await creator.json<BegunUpload>("POST", "/api/uploads", { body });
	for (const [at, bytes] of contents.entries()) {
		const file = begun.files[at];
		for (let n = 1; (n - 1) * PART_SIZE < bytes.length; n++) {
			const part = bytes.subarray((n - 1) * PART_SIZE, n * PART_SIZE);
			const path = `/api/uploads/${begun.id}/files/${file?.id}/parts/${n}`;
			const headers = {
				"content-length": String(part.length),
				"x-upload-token": file?.token ?? "",
				"x-part-crc32": crc32(part).toString(16).padStart(8, "0"),
			};
			expect((await creator.send("PUT", path, { body: part, headers, goesOn: true })).status).toBe(
				200,
			);
		}
	}
	const complete = `/api/uploads/${begun.id}/complete`;
	for (let polls = 0; ; polls++) {
		const response = await creator.send("POST", complete, { goesOn: true });
		if (response.status === 202 && polls < 20) continue;
		expect(response.status).toBe(201);
		const { fileShare } = (await response.json()) as CreatedShare;
		round.shareSlug = fileShare.shareId;
		round.fileCount = contents.length;
		return;
	}
}

/** Looks, pays at the provider, and is known to have paid by the browser, the webhook, or both. */
async function buy(run: Run, round: Round): Promise<void> {
	const { buyer, shareSlug } = round;
	const page = await buyer.send("GET", `/share/${shareSlug}`);
	expect([page.status, (await page.text()).includes("A film")]).toEqual([200, true]);
	round.views = 1;
	const body = { shareId: shareSlug };
	const { clientSecret } = await buyer.json<{ clientSecret: string }>(
		"POST",
		"/api/create-payment-intent",
		{ body },
	);
	round.intentId = clientSecret.split("_secret_")[0] ?? "";
	await payCard(round.intentId);
	const way = run.random();
	const events = way < 0.7 ? await eventsOf(round.intentId) : [];
	if (way > 0.4 || events.length === 0) {
		const success = { paymentIntentId: round.intentId, buyerEmail: round.buyerEmail };
		expect(await buyer.json("POST", "/api/payment-success", { body: success })).toMatchObject({
			isPaid: true,
		});
	}
	const platform = run.browser(0, 3);
	for (const event of events) {
		const payload = JSON.stringify(event);
		const signature = await provider().webhooks.generateTestHeaderStringAsync({
			payload,
			secret: env.STRIPE_WEBHOOK_SECRET,
			timestamp: Math.floor(Date.now() / 1000),
		});
		const headers = { "stripe-signature": signature, "sec-fetch-site": "cross-site" };
		// The provider delivers again what was not accepted.
		const sent = { body: payload, headers, goesOn: true };
		expect((await platform.send("POST", "/api/stripe/webhook", sent)).status).toBe(200);
	}
	await platform.settled();
	const { files: listed } = await buyer.json<{ files: { id: string; originalName: string }[] }>(
		"GET",
		`/api/file-shares/${shareSlug}`,
	);
	const notes = listed.find(({ originalName }) => originalName === "notes-0.txt") ?? listed.at(-2);
	const download = await buyer.send("GET", `/api/files/${notes?.id}/download`);
	expect([download.status, (await download.arrayBuffer()).byteLength]).toEqual([200, SMALL.length]);
	const all = await buyer.send("GET", `/api/file-shares/${shareSlug}/download-all-assets`);
	expect(all.status).toBe(200);
	await all.arrayBuffer();
}

/** The creator looks at the sale, edits the share, perhaps refunds, perhaps deletes. */
async function manage(run: Run, round: Round): Promise<void> {
	const { creator, shareSlug } = round;
	await creator.json("GET", "/api/dashboard");
	await creator.json("GET", "/api/my-file-shares");
	const share = `/api/file-shares/${shareSlug}`;
	expect(await creator.json("PATCH", share, { body: { price: "12.00" } })).toBeTruthy();
	const [sale] = await creator.json<{ id: string }[]>("GET", `${share}/sales`);
	if (run.random() < 0.4) {
		expect((await creator.send("POST", `/api/purchases/${sale?.id}/refund`)).status).toBe(200);
		round.isRefunded = true;
	}
	if (run.random() < 0.4) {
		expect((await creator.send("DELETE", `${share}?buyers=keep`)).status).toBe(204);
		round.isDeleted = true;
	}
}

/** Without faults: what was postponed is done, and nothing was done twice or left out. */
async function check(run: Run): Promise<void> {
	for (let later = 11; later < 240; later *= 3) {
		await run.cron("mails", later * MINUTE);
		await run.cron("repairs", later * MINUTE);
	}
	const { db } = testCtx();
	for (const round of run.rounds) {
		const [user, ...others] = await db.select().from(users).where(eq(users.email, round.email));
		expect(others).toEqual([]);
		const creatorId = user?.id ?? "";
		const opened = await db.select().from(sessions).where(eq(sessions.userId, creatorId));
		expect(opened).toHaveLength(round.signIns);
		const own = await db.select().from(shares).where(eq(shares.creatorId, creatorId));
		expect(own.map(({ slug }) => slug)).toEqual([round.shareSlug]);
		const [share] = own;
		const slots = await db.select().from(uploadSlots).where(eq(uploadSlots.creatorId, creatorId));
		expect(slots).toHaveLength(1);
		const quota = env.UPLOAD_QUOTA.getByName(creatorId);
		expect(await quota.used(creatorId, Date.now())).toBe(1);
		const rows = await db
			.select()
			.from(files)
			.where(eq(files.shareId, share?.id ?? ""));
		const { objects } = await env.FILES.list({ prefix: `originals/${share?.id}/` });
		expect(objects.map(({ key }) => key).sort()).toEqual(
			rows.map(({ objectKey }) => objectKey).sort(),
		);
		const isGone = round.isDeleted && round.isRefunded;
		expect(rows).toHaveLength(isGone ? 0 : round.fileCount);
		const stored = await quota.stored(creatorId, Date.now());
		expect(stored).toBeGreaterThanOrEqual(rows.reduce((sum, { size }) => sum + size, 0));
		if (isGone) expect(stored).toBe(0);
		else {
			const viewed = await db
				.select()
				.from(shareViews)
				.where(eq(shareViews.shareId, share?.id ?? ""));
			expect(viewed).toHaveLength(round.views);
		}
		await checkMoney(round, share?.id ?? "");
		const receipts = (to: string) =>
			db
				.select()
				.from(outbox)
				.where(and(eq(outbox.recipient, to), like(outbox.dedupeKey, "receipt:%")));
		expect((await receipts(round.buyerEmail)).length).toBeLessThanOrEqual(1);
	}
	const mails = await db.select({ to: outbox.recipient, subject: outbox.subject }).from(outbox);
	const queued = Map.groupBy(mails, ({ to, subject }) => `${to} ${subject}`);
	const twice = [...queued].filter(([mail, { length }]) => run.sent.get(mail) !== length);
	expect(twice.map(([mail, { length }]) => [mail, length, run.sent.get(mail)])).toEqual([]);
	expect(
		(await checkFiles(testCtx(), null, { maxBytes: 2 ** 32, maxFiles: 10_000 })).findings,
	).toEqual([]);
	for (const compare of [checkShares, checkPurchases])
		for (let after: string | null = ""; after !== null; ) {
			const { findings, next } = await compare(testCtx(), after);
			expect(findings).toEqual([]);
			after = next;
		}
}

/** Paid once, kept or returned as a whole, and the books say the same. */
async function checkMoney(round: Round, shareId: string): Promise<void> {
	const { db } = testCtx();
	const all = await db.select().from(purchases).where(eq(purchases.shareId, shareId));
	const decided = all.filter(({ state }) => state === "paid" || state === "refunded");
	expect(decided.map(({ paymentIntentId, state }) => [paymentIntentId, state])).toEqual([
		[round.intentId, round.isRefunded ? "refunded" : "paid"],
	]);
	const intent = await provider().paymentIntents.retrieve(round.intentId, {
		expand: ["latest_charge"],
	});
	const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
	const kept = intent.amount_received - (charge?.amount_refunded ?? 0);
	expect([intent.amount_received, kept]).toEqual([999, round.isRefunded ? 0 : 999]);
	const lines = await db
		.select()
		.from(ledger)
		.where(eq(ledger.purchaseId, decided[0]?.id ?? ""));
	const booked = lines.filter(({ kind }) => kind === "gross" || kind === "refund");
	expect(booked.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(kept);
	expect(booked).toHaveLength(round.isRefunded ? 2 : 1);
}

it(
	`in ${ROUNDS} rounds of the main flows with 5 % of all calls failing, nothing fails that a repetition would have saved, and nothing is done twice`,
	async () => {
		const run = new Run();
		const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
		const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
		run.faulty.active = true;
		try {
			for (let at = 0; at < ROUNDS; at++) {
				const round = await begin(run, at);
				run.rounds.push(round);
				await upload(round, at % 4 === 0);
				await buy(run, round);
				await manage(run, round);
				await Promise.all([round.creator.settled(), round.buyer.settled()]);
				await run.cron("mails");
				if (at % 5 === 4) await run.cron("repairs", 11 * MINUTE);
			}
		} finally {
			run.faulty.active = false;
			run.faulty.restore();
		}
		const events = (name: string) =>
			[...warned.mock.calls, ...failed.mock.calls].filter(([line]) => String(line).includes(name));
		const retries = events('"isRepeated":true').length;
		warned.mockRestore();
		failed.mockRestore();
		const { requests, refused, repeated } = run.tally;
		const counts = { ...run.faulty.total, retries, requests, refused, repeated };
		console.info(JSON.stringify({ ...counts, faultsOf: Object.fromEntries(run.faulty.faults) }));
		expect(run.tally.failed).toEqual([]);
		await check(run);
		// The run is worth something only if faults met all services.
		for (const service of ["primary", "replica", "files", "objects"])
			expect([...run.faulty.calls.keys()]).toContain(service);
		expect(run.faulty.total.faults).toBeGreaterThan(run.faulty.total.calls * RATE * 0.7);
	},
	60_000 + ROUNDS * 20_000,
);
