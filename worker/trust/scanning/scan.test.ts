import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import type {
	CreatedShare,
	MyShare,
	ShareResponse,
} from "../../catalogue/shares/contract/shares.ts";
import { quarantinedFiles, quarantinedUploads, shares } from "../../catalogue/shares/tables.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { cleanupUploads } from "../../files/uploads/cleanup-uploads.ts";
import { cleanupObjects } from "../../maintenance/cleanup-objects.ts";
import { mailsTo } from "../../test/fixtures/sale-helpers.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import {
	call,
	makeCreator,
	request,
	testCtx,
	withVariables,
} from "../../test/fixtures/test-app.ts";
import {
	begun,
	complete,
	creator,
	freshCreator,
	objectsOf,
	put,
	rowOf,
	SMALL,
	sessionOf,
} from "../../test/fixtures/upload-helpers.ts";
import { storeEndpoint, typesOf } from "../../test/fixtures/webhooks.ts";
import { takeDown } from "../moderation/sanctions/impose.ts";
import { liftSanction } from "../moderation/sanctions/lift.ts";
import { sanctions } from "../moderation/tables.ts";
import { releaseQuarantined } from "./release-quarantined.ts";
import { scanDue, scanQuarantined } from "./scan-due.ts";
import { settleWaiting } from "./settle-scan.ts";

const SCAN_URL = "https://scanner.test/v2/scan";
const VARIABLES = { SCAN_URL, SCAN_TOKEN: "a token for the scanner" };
const MINUTE = 60_000;
/** The string that every scanner knows, in two parts, so that none flags this file. */
const EICAR = text(
	`${"X5O!P%@AP[4\\PZX54(P^)7CC)7}$"}${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`,
);

const OK = () => Response.json([{ Status: "OK", Description: "", FileName: "x" }]);
const FOUND = () =>
	Response.json([{ Status: "FOUND", Description: "Eicar-Test-Signature" }], { status: 406 });

type Sent = { body: string; headers: Headers; redirect: string | undefined };
type Answer = (sent: Sent, signal: AbortSignal) => Response | Promise<Response>;

let sent: Sent[];
let answer: Answer;

/** Answers as ClamAV does. */
const clamav: Answer = ({ body }) => (body.includes("EICAR-STANDARD") ? FOUND() : OK());

beforeEach(async () => {
	await freshCreator();
	vi.spyOn(console, "warn").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	sent = [];
	answer = clamav;
	const real = globalThis.fetch;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		if (String(input) !== SCAN_URL) return real(input, init);
		const body = await new Response(init?.body).text();
		const one = { body, headers: new Headers(init?.headers), redirect: init?.redirect };
		sent.push(one);
		return answer(one, init?.signal as AbortSignal);
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

/** A context of a job with the scanner, some time later. */
function scanCtx(
	ms = 0,
	variables: Partial<Ctx["config"]> = {},
	overrides: Partial<Ctx> = {},
): Ctx {
	const ctx = testCtx({ now: () => Date.now() + ms, ...overrides });
	return { ...ctx, config: { ...ctx.config, ...VARIABLES, ...variables } };
}

/** One run of the job, awaited to its end. */
async function run(ctx: Ctx): Promise<void> {
	const works: Promise<unknown>[] = [];
	await scanQuarantined({ ...ctx, inBackground: (work) => void works.push(work()) });
	await Promise.all(works);
}

/** A run of the job that dies once the files are rows, before they are published. */
async function runToItsDeath(): Promise<void> {
	const dies = vi.fn(() => Promise.reject(new Error("the Worker dies")));
	const handlers = { ...testCtx().handlers, beforePublish: [dies] };
	await run(scanCtx(MINUTE, {}, { handlers }));
	expect(dies).toHaveBeenCalled();
}

/** Uploads in one request; ends when its work in the background has ended. */
async function post(
	contents: Uint8Array<ArrayBuffer>[],
	variables: Record<string, string> = VARIABLES,
) {
	const form = new FormData();
	for (const [at, bytes] of contents.entries())
		form.append("files", new File([bytes], `secret name ${at}.txt`));
	form.append("title", "A set");
	form.append("price", "9.99");
	const init = { method: "POST", body: form, cookies: creator.cookies };
	const response = await withVariables(variables, () => request("/api/file-shares", init));
	expect(response.status).toBe(201);
	return response.json<CreatedShare>();
}

async function seen(slug: string, cookies = {}) {
	return (await request(`/api/file-shares/${slug}`, { cookies })).json<ShareResponse>();
}

async function listed(slug: string) {
	const response = await request("/api/my-file-shares", { cookies: creator.cookies });
	const all = await response.json<MyShare[]>();
	return all.find(({ shareId }) => shareId === slug);
}

async function operatorCtx(): Promise<OperatorCtx> {
	return { ...(await makeCreator()).ctx, operator: { isFresh: true } };
}

const subjectsTo = async (address: string) =>
	(await mailsTo(address)).map(({ subject }) => subject);
const operatorMails = async (title: string) =>
	(await subjectsTo(env.OPERATOR_EMAIL)).filter((subject) => subject.endsWith(title));

describe("an upload in one request", () => {
	it("publishes an upload immediately without a scanner", async () => {
		const { fileShare, files } = await post([SMALL], {});
		expect(fileShare).toMatchObject({ status: "published" });
		expect(fileShare.checking).toBeUndefined();
		expect([files.length, sent.length]).toEqual([1, 0]);
	});

	it("holds an upload until every file is clean", async () => {
		const { fileShare, files } = await post([SMALL, text("more")]);
		expect(fileShare).toMatchObject({ status: "uploading", checking: "pending", fileCount: 2 });
		expect(files).toHaveLength(2);
		const { fileShare: shown, files: now } = await seen(fileShare.shareId);
		expect(shown).toMatchObject({ status: "published", fileCount: 2 });
		expect(now.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
		expect(sent).toHaveLength(2);
		const [{ body, headers, redirect }] = sent as [Sent];
		const [, content] = body.split("\r\n\r\n");
		expect(content?.split("\r\n--")[0]).toBe("some notes");
		expect(body).not.toContain("secret name");
		expect(headers.get("authorization")).toBe("Bearer a token for the scanner");
		expect(redirect).toBe("manual");
		const row = await rowOf(fileShare.shareId);
		expect(row).toMatchObject({ checking: null, totalSize: SMALL.length + 4 });
		await run(scanCtx(60 * MINUTE));
		expect(sent).toHaveLength(2);
	});

	it("keeps an upload with a match for the operator", async () => {
		const { fileShare } = await post([SMALL, EICAR]);
		const slug = fileShare.shareId;
		for (const [cookies, checking] of [
			[{}, undefined],
			[creator.cookies, "found"],
		] as const) {
			const { fileShare: shown, files } = await seen(slug, cookies);
			expect([shown.status, files, shown.checking]).toEqual(["uploading", [], checking]);
		}
		expect(await listed(slug)).toMatchObject({ checking: "found" });
		const pay = await call("POST", "/api/create-payment-intent", { shareId: slug });
		expect(pay.status).toBeGreaterThanOrEqual(400);
		expect(await objectsOf(slug)).toHaveLength(2);
		const row = (await rowOf(slug))!;
		const ctx = testCtx();
		const [opened] = await ctx.db.select().from(cases).where(eq(cases.shareId, row.id));
		expect(opened).toMatchObject({ kind: "review", category: "malware", state: "open" });
		const [told] = (await mailsTo(creator.user.email)).slice(-1);
		expect(told?.subject).toContain("A set");
		expect(told?.text).toContain("secret name 1.txt");
		expect(told?.text).toContain("Eicar-Test-Signature");

		const count = sent.length;
		await run(scanCtx(24 * 60 * MINUTE));
		expect(sent).toHaveLength(count);
		expect(await subjectsTo(creator.user.email)).toHaveLength(1);

		const operator = await operatorCtx();
		await releaseQuarantined(operator, row.id);
		expect((await seen(slug)).fileShare).toMatchObject({ status: "published", fileCount: 2 });
		const acts = await ctx.db
			.select({ act: auditLog.act })
			.from(auditLog)
			.where(and(eq(auditLog.creatorId, creator.user.id), eq(auditLog.subjectId, row.id)));
		expect(acts).toEqual([{ act: "share.released" }]);
		const [closed] = await ctx.db.select().from(cases).where(eq(cases.shareId, row.id));
		expect(closed).toMatchObject({ state: "closed", outcome: "no_action" });
		await expect(releaseQuarantined(operator, row.id)).rejects.toMatchObject({
			code: "operator.nothing_to_do",
		});
	});

	it("deletes a quarantined upload with its bytes", async () => {
		const { fileShare } = await post([EICAR]);
		const row = (await rowOf(fileShare.shareId))!;
		const path = `/api/file-shares/${fileShare.shareId}`;
		expect((await call("DELETE", path, undefined, creator.cookies)).status).toBeLessThan(300);
		expect(await objectsOf(fileShare.shareId)).toEqual([]);
		const held = eq(quarantinedUploads.shareId, row.id);
		expect(await testCtx().db.select().from(quarantinedUploads).where(held)).toEqual([]);
	});

	it("takes a quarantined upload down, and quarantines it again when that is lifted", async () => {
		const { fileShare } = await post([EICAR]);
		const { id } = (await rowOf(fileShare.shareId))!;
		const operator = await operatorCtx();
		const reasons = { category: "malware", text: "It is what it seems to be." } as const;
		await takeDown(operator, { shareId: id, legalOrder: false, ...reasons });
		expect((await request(`/api/file-shares/${fileShare.shareId}`)).status).toBe(410);
		const [sanction] = await testCtx()
			.db.select()
			.from(sanctions)
			.where(eq(sanctions.creatorId, creator.user.id));
		await liftSanction(operator, { id: sanction!.id, text: "" });
		expect(await rowOf(fileShare.shareId)).toMatchObject({
			status: "uploading",
			publishedAt: null,
		});
		await releaseQuarantined(operator, id);
		expect((await seen(fileShare.shareId)).fileShare.status).toBe("published");
	});
});

describe("an answer that is none", () => {
	const endless = () =>
		new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384)) });
	const answers: Record<string, Answer> = {
		"an error": () => new Response("ClamAV is away", { status: 500 }),
		"a page": () => new Response("<html>Please sign in</html>"),
		"words of success alone": () => new Response("OK"),
		"an unknown word": () => Response.json([{ Status: "PROBABLY FINE" }]),
		"no results": () => Response.json([]),
		"one good and one unknown result": () => Response.json([{ Status: "OK" }, { Status: "ERROR" }]),
		"a redirect": () =>
			new Response(null, { status: 302, headers: { location: "https://x.test/" } }),
		"an endless answer": () => new Response(endless()),
		"a broken connection": () => Promise.reject(new TypeError("Network connection lost")),
	};

	it.each(Object.entries(answers))(
		"(%s) publishes nothing, and is asked for again",
		async (_, wrong) => {
			answer = wrong;
			const { fileShare } = await post([SMALL]);
			const { id } = (await rowOf(fileShare.shareId))!;
			expect(await rowOf(fileShare.shareId)).toMatchObject({
				status: "uploading",
				checking: "pending",
			});
			await run(scanCtx());
			expect(sent).toHaveLength(1);
			answer = clamav;
			await run(scanCtx(MINUTE));
			expect(sent).toHaveLength(2);
			const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, id));
			expect(row).toMatchObject({ status: "published", checking: null });
		},
	);

	it("gives up a scanner that hangs", async () => {
		const hanging: Answer[] = [
			() => {
				const begun = new TextEncoder().encode('[{"Status":"OK"}]');
				return new Response(new ReadableStream({ start: (stream) => stream.enqueue(begun) }));
			},
			(_, signal) =>
				new Promise((_resolve, reject) =>
					signal.addEventListener("abort", () => reject(signal.reason)),
				),
		];
		for (const hang of hanging) {
			answer = () => new Response("", { status: 500 });
			const { fileShare } = await post([SMALL]);
			answer = hang;
			await scanDue(scanCtx(MINUTE), { runMs: 1000, fileMs: 50 });
			expect(await rowOf(fileShare.shareId)).toMatchObject({ checking: "pending" });
			answer = clamav;
			await run(scanCtx(10 * MINUTE));
			expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "published" });
		}
	});
});

describe("when the time is over", () => {
	it("the files stay quarantined and the operator is notified once; a late answer still publishes", async () => {
		answer = () => new Response("", { status: 500 });
		const { fileShare } = await post([SMALL]);
		const before = (await operatorMails("A set")).length;
		await run(scanCtx(59 * MINUTE));
		expect(await operatorMails("A set")).toHaveLength(before);
		await run(scanCtx(61 * MINUTE));
		await run(scanCtx(99 * MINUTE));
		expect(await operatorMails("A set")).toHaveLength(before + 1);
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "uploading" });
		answer = clamav;
		await run(scanCtx(200 * MINUTE));
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "published", checking: null });
	});

	it("they are published if the operator wants that", async () => {
		answer = () => new Response("", { status: 500 });
		const { fileShare } = await post([SMALL]);
		const variables = { SCAN_ON_TIMEOUT: "publish", SCAN_TIMEOUT_MINUTES: 5 } as const;
		await run(scanCtx(4 * MINUTE, variables));
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "uploading" });
		await run(scanCtx(6 * MINUTE, variables));
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "published", checking: null });
	});
});

describe("a quarantined upload", () => {
	it("goes on after a crash between any two of its steps", async () => {
		answer = () => new Response("", { status: 500 });
		const { fileShare } = await post([SMALL, text("more")]);
		answer = clamav;
		await runToItsDeath();
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "uploading" });
		const count = sent.length;
		await settleWaiting(scanCtx(2 * MINUTE));
		expect(sent).toHaveLength(count);
		expect((await seen(fileShare.shareId)).fileShare).toMatchObject({
			status: "published",
			fileCount: 2,
		});
	});

	it("scans a file again that a run never gave back", async () => {
		answer = () => new Response("", { status: 500 });
		const { fileShare } = await post([SMALL]);
		const [held] = await testCtx()
			.db.select()
			.from(quarantinedUploads)
			.where(eq(quarantinedUploads.shareId, (await rowOf(fileShare.shareId))!.id));
		await testCtx()
			.db.update(quarantinedFiles)
			.set({ dueAt: Date.now() + 20 * MINUTE })
			.where(eq(quarantinedFiles.uploadId, held!.id));
		answer = clamav;
		await run(scanCtx(19 * MINUTE));
		expect(sent).toHaveLength(1);
		await run(scanCtx(21 * MINUTE));
		expect(await rowOf(fileShare.shareId)).toMatchObject({ status: "published" });
	});

	it("keeps a quarantined upload from the clean-ups", async () => {
		const { fileShare } = await post([EICAR]);
		for (let runs = 0; runs < 2; runs++) {
			const ctx = scanCtx(10 * 24 * 60 * MINUTE);
			await cleanupUploads(ctx);
			await cleanupObjects(ctx);
		}
		expect(await rowOf(fileShare.shareId)).toMatchObject({ checking: "found" });
		expect(await objectsOf(fileShare.shareId)).toHaveLength(1);
	});
});

describe("a resumable upload", () => {
	/** Uploads one file; the session knows the scanner. */
	async function upload(bytes: Uint8Array<ArrayBuffer>, more: object = {}) {
		const one = await begun([{ name: "a.txt", size: bytes.length }], more);
		await put(one, 0, 1, bytes);
		await runInDurableObject(sessionOf(one), (session) => {
			Object.assign(session, { env: { ...env, ...VARIABLES } });
		});
		const response = await complete(one);
		expect(response.status).toBe(201);
		return response.json<CreatedShare>();
	}
	const isPublished = (slug: string) =>
		vi.waitFor(async () => expect((await rowOf(slug))?.checking).toBeNull(), 10_000);

	it("holds a resumable upload until its file is clean", async () => {
		const { fileShare } = await upload(SMALL);
		expect(fileShare).toMatchObject({ status: "uploading", checking: "pending" });
		await isPublished(fileShare.shareId);
		expect((await seen(fileShare.shareId)).files).toHaveLength(1);
	});

	it("adds its files to a share only when they are found clean", async () => {
		const { fileShare } = await upload(SMALL);
		const slug = fileShare.shareId;
		await isPublished(slug);
		const bad = await upload(EICAR, { addTo: slug });
		expect(bad.fileShare).toMatchObject({ status: "published", checking: "pending" });
		await vi.waitFor(async () => expect((await rowOf(slug))?.checking).toBe("found"), 10_000);
		const { files } = await seen(slug);
		expect(files).toHaveLength(1);
		expect((await seen(slug)).fileShare).toMatchObject({ status: "published", fileCount: 1 });
		await upload(text("a clean one"), { addTo: slug });
		await vi.waitFor(async () => expect((await seen(slug)).files).toHaveLength(2), 10_000);
		expect(await rowOf(slug)).toMatchObject({ checking: "found" });
		await releaseQuarantined(await operatorCtx(), (await rowOf(slug))!.id);
		expect((await seen(slug)).files).toHaveLength(3);
		expect(await rowOf(slug)).toMatchObject({ checking: null, fileCount: 3 });
	});

	it("brings back no file that was removed before its publication was repeated", async () => {
		const { fileShare } = await upload(SMALL);
		const slug = fileShare.shareId;
		await isPublished(slug);
		answer = () => new Response("", { status: 500 });
		await upload(text("more"), { addTo: slug });
		answer = clamav;
		await runToItsDeath();
		const { files } = await seen(slug);
		expect(files).toHaveLength(2);
		const path = `/api/file-shares/${slug}/files/remove`;
		const removed = await call("POST", path, { files: [files[1]?.id] }, creator.cookies);
		expect(removed.status).toBe(204);
		await settleWaiting(scanCtx(2 * MINUTE));
		expect((await seen(slug)).files).toHaveLength(1);
		expect(await rowOf(slug)).toMatchObject({ checking: null, fileCount: 1 });
	});

	it("announces a quarantined upload once it is published", async () => {
		const { id: endpoint } = await storeEndpoint(creator.user.id);
		const { fileShare } = await upload(SMALL);
		await isPublished(fileShare.shareId);
		expect(await typesOf(endpoint)).toEqual(["share.published", "upload.completed"]);
		await upload(text("one more"), { addTo: fileShare.shareId });
		await isPublished(fileShare.shareId);
		expect(await typesOf(endpoint)).toEqual([
			"share.published",
			"upload.completed",
			"upload.completed",
		]);
	});
});
