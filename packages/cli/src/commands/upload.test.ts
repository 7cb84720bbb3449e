import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, recordedSession, runLine, standIn } from "../test/stand-in.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cli-upload-"));
	vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
	vi.stubEnv("TILLBOX_TOKEN", TOKEN);
	writeFileSync(join(folder, "song.txt"), "la la");
	writeFileSync(join(folder, "text.md"), "Sung once.");
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true, force: true });
});

const BEGUN = {
	id: "upload-1",
	shareId: "share-01",
	partSize: 8,
	expiresAt: "",
	files: [
		{ id: "file-0001", name: "song.txt", folderPath: "Main Files", size: 5, parts: 1, token: "t" },
	],
};

/** The share in its page's data. */
const PAGE = {
	fileShare: {
		shareId: "share-01",
		currency: "usd",
		price: "0.30",
		selling: true,
		status: "published",
		isOwner: true,
	},
	files: [],
	creator: { acceptsCard: true, acceptsDirect: false },
};

/** Runs the command against a server that begins uploads; `part` answers the parts. */
async function run(
	options: string[],
	part: (n: number) => Answer = () => ({ json: {} }),
	begun: unknown = BEGUN,
	{
		page = { json: PAGE },
		json = false,
		path = "song.txt",
		named = [],
	}: { page?: Answer; json?: boolean; path?: string; named?: object[] } = {},
) {
	let parts = 0;
	const server = await standIn(({ method, path }) => {
		if (path.startsWith("/api/v1/my-file-shares")) return { json: named };
		if (method === "GET" && path === "/api/v1/uploads") return { json: [] };
		if (method === "POST" && path === "/api/v1/uploads") return { status: 201, json: begun };
		if (method === "PUT") return part(++parts);
		if (method === "GET" && path.startsWith("/api/v1/file-shares/")) return page;
		if (method === "GET") return { json: { files: BEGUN.files } };
		const fileShare = { shareId: "share-01", title: "Song", fileCount: 1 };
		return { status: 201, json: { fileShare, files: [] } };
	});
	const { session, written } = recordedSession(server.origin, { json });
	const ended = runLine(session, "upload", join(folder, path), ...options);
	return { ...server, written, ended };
}

describe("the options of an upload", () => {
	it("takes a folder's whole name as the title", async () => {
		mkdirSync(join(folder, "Mix Vol. 2"));
		writeFileSync(join(folder, "Mix Vol. 2", "song.txt"), "la la");
		const options = ["--price", "4"];
		const { ended, got } = await run(options, undefined, undefined, { path: "Mix Vol. 2" });
		await ended;
		const begun = JSON.parse(got.find(({ method }) => method === "POST")?.body ?? "");
		expect(begun).toMatchObject({ title: "Mix Vol. 2", files: [{ folderPath: "" }] });
	});

	it("sends options as fields of the API, and the file's name as the title", async () => {
		const { ended, got, written, origin } = await run([
			"--price",
			"4",
			"--description",
			`@${join(folder, "text.md")}`,
			"--max-sales",
			"7",
			"--pricing",
			"chosen",
			"--suggested-price",
			"6",
			"--images",
			"watermark",
		]);
		await ended;
		const begun = JSON.parse(got.find(({ method }) => method === "POST")?.body ?? "");
		expect(begun).toMatchObject({
			title: "song",
			price: "4",
			description: "Sung once.",
			maxSales: 7,
			pricing: "chosen",
			suggestedPrice: "6",
			preview: { images: "watermark" },
			files: [{ name: "song.txt", size: 5, folderPath: "" }],
		});
		expect(begun.key).toMatch(/^[\w-]{22,}$/);
		expect(written.stdout).toBe(`${origin}/share/share-01\n`);
		const part = got.find(({ method }) => method === "PUT");
		expect(part).toMatchObject({
			path: "/api/v1/uploads/upload-1/files/file-0001/parts/1",
			body: "la la",
			headers: { "x-upload-token": "t", "x-part-crc32": expect.stringMatching(/^[0-9a-f]{8}$/) },
		});
	});

	const RELEASE = ["--price", "4", "--external-id", "plugin", "--note", "1.1"];

	it("makes a share with an external id the first time", async () => {
		const { ended, got } = await run(RELEASE);
		await ended;
		const begun = JSON.parse(got.find(({ method }) => method === "POST")?.body ?? "");
		expect(begun).toMatchObject({ externalId: "plugin", price: "4", title: "song" });
		expect(begun).not.toHaveProperty("addTo");
	});

	it("makes new versions of the files of a share with the id", async () => {
		const share = { shareId: "share-01", title: "Plugin", status: "published" };
		const files = [{ id: "file-old", originalName: "song.txt", folderPath: "" }];
		const page = { json: { ...PAGE, files } };
		const { ended, got, written } = await run(RELEASE, undefined, undefined, {
			page,
			named: [share],
		});
		await ended;
		const begun = JSON.parse(got.find(({ method }) => method === "POST")?.body ?? "");
		expect(begun).toMatchObject({
			addTo: "share-01",
			files: [{ name: "song.txt", replaces: { file: "file-old", note: "1.1", keepEarlier: true } }],
		});
		expect(begun).not.toHaveProperty("externalId");
		expect(written.stderr).toContain("“Plugin” has this id: the files become new versions of it.");
	});

	it.each([
		[[], "--price is missing."],
		[["--external-id", "plugin", "--add-to", "s1"], "leave out --add-to"],
		[["--price", "0"], "--price must be above 0."],
		[["--price", "free"], "--price must be an amount"],
		[["--pricing", "free", "--price", "3"], "--price must be left out or 0"],
		[["--add-to", "s1", "--title", "x"], "--title is for a new share"],
		[["--price", "1", "--replace"], "--replace needs --add-to SHARE."],
		[["--price", "1", "--description", "@/none"], "--description: ENOENT"],
	])("refuses %j before anything is sent", async (options, message) => {
		const { ended, got } = await run(options);
		await expect(ended).rejects.toThrow(message);
		expect(got).toEqual([]);
	});
});

it.each([
	{ ...BEGUN, id: "../config" },
	{ ...BEGUN, shareId: "../../user" },
	{ ...BEGUN, files: [{ ...BEGUN.files[0], id: "../../../tokens" }] },
])("sends nothing to an id that is a path: %j", async (begun) => {
	const { ended, got } = await run(["--price", "1"], undefined, begun);
	await expect(ended).rejects.toMatchObject({ code: "server.invalid_id", exitCode: 1 });
	expect(got.map(({ method }) => method)).toEqual(["GET", "POST"]);
	expect(existsSync(join(folder, "config"))).toBe(false);
});

describe("a share that nobody can pay", () => {
	const creator = { acceptsCard: false, acceptsDirect: false };
	const price = ["--price", "0.30"];
	const paging = (page: Answer, json = false) => run(price, undefined, undefined, { page, json });

	it("publishes a share that nobody can pay with a warning", async () => {
		const { ended, written, origin } = await paging({ json: { ...PAGE, creator } });
		await ended;
		expect(written.stdout).toBe(`${origin}/share/share-01\n`);
		expect(written.stderr).toContain(
			"Warning: Nobody can pay this yet: online payments start at $0.50",
		);
		expect(written.stderr).toContain("tillbox edit share-01 --price 0.50");
	});

	it.each([
		["eur", "€0.50. To sell it, raise the price: tillbox edit share-01 --price 0.50"],
		["jpy", "¥100. To sell it, raise the price: tillbox edit share-01 --price 100.00"],
	])("suggests no Cash App in %s", async (currency, warning) => {
		const fileShare = { ...PAGE.fileShare, currency };
		const { ended, written } = await paging({ json: { ...PAGE, creator, fileShare } });
		await ended;
		expect(written.stderr).toContain(
			`Nobody can pay this yet: online payments start at ${warning}`,
		);
	});

	it("prints the warnings in JSON", async () => {
		const { ended, written } = await paging(
			{ json: { ...PAGE, creator: { ...creator, paused: ["card"] } } },
			true,
		);
		await ended;
		expect(JSON.parse(written.stdout).warnings).toEqual([
			expect.stringContaining("the server takes no payments at the moment"),
		]);
	});

	it.each([
		["can be paid by card", { json: PAGE }],
		[
			"can be paid by Cash App",
			{ json: { ...PAGE, creator: { ...creator, acceptsDirect: true } } },
		],
		["is free", { json: { ...PAGE, creator, fileShare: { ...PAGE.fileShare, price: "0.00" } } }],
		["has a page that the server does not give", { status: 404, json: { code: "x", message: "" } }],
	])("prints no warning for a share that %s", async (_, page) => {
		const { ended, written } = await paging(page, true);
		await ended;
		expect(JSON.parse(written.stdout).warnings).toEqual([]);
	});
});

describe("files without a preview", () => {
	const file = (originalName: string, preview: object | null, size = 5) => ({
		id: originalName,
		originalName,
		preview,
		size,
	});

	it("counts the missing previews that a browser can make", async () => {
		const files = [
			file("song.wav", null),
			file("photo.png", { kind: "image" }),
			file("notes.mid", null),
			file("deed.pdf", null),
			file("empty.txt", null, 0),
			{ ...file("keys.txt", null), noPreview: true },
		];
		const page = { json: { ...PAGE, files } };
		const { ended, written, origin } = await run(["--price", "0.30"], undefined, undefined, {
			page,
		});
		await ended;
		expect(written.stderr).toContain(
			`Without a preview: 2 files. Your browser makes what it can when you open ${origin}/dashboard.`,
		);
	});

	it("sends listings of archives before they are published", async () => {
		const zip = zipSync({ "tour/a.txt": new Uint8Array(5), "tour/": new Uint8Array(0) });
		writeFileSync(join(folder, "tour.zip"), zip);
		const begun = { ...BEGUN, files: [{ ...BEGUN.files[0], name: "tour.zip", parts: 1 }] };
		const { ended, got } = await run(["--price", "1"], undefined, begun, { path: "tour.zip" });
		await ended;
		const sent = got.filter(({ path }) => path.includes("/file-0001/preview"));
		expect(sent).toMatchObject([
			{
				method: "PUT",
				path: "/api/v1/uploads/upload-1/files/file-0001/preview?kind=listing",
				body: JSON.stringify({ total: 1, entries: [{ name: "tour/a.txt", size: 5 }] }),
			},
		]);
		const isCompleted = ({ path }: { path: string }) => path.endsWith("/complete");
		expect(got.findIndex(isCompleted)).toBeGreaterThan(
			got.indexOf(sent[0] as (typeof got)[number]),
		);
	});

	it.each([
		["its preview is refused", zipSync({ a: new Uint8Array(5) }), {}, 1],
		["it is damaged", new Uint8Array(900).fill(7), {}, 0],
		["it shows none", zipSync({ a: new Uint8Array(5) }), { noPreview: true }, 0],
	])("publishes an archive although %s", async (_, bytes, more, tried) => {
		writeFileSync(join(folder, "tour.zip"), bytes);
		const begun = { ...BEGUN, files: [{ ...BEGUN.files[0], name: "tour.zip", ...more }] };
		const refused = { status: 400, json: { code: "request.invalid", message: "No." } };
		const part = (n: number) => (n > 1 ? refused : { json: {} });
		const { ended, got, written } = await run(["--price", "1"], part, begun, { path: "tour.zip" });
		await ended;
		expect(got.filter(({ path }) => path.includes("/preview"))).toHaveLength(tried);
		expect(written.stdout).toContain("/share/share-01");
	});

	it("says nothing of previews when none is missing", async () => {
		const { ended, written } = await run(["--price", "0.30"]);
		await ended;
		expect(written.stderr).not.toContain("preview");
	});
});

describe("a part", () => {
	it("sends a part again that was damaged, or whose permission has expired", async () => {
		const refusals = [
			{ status: 400, json: { code: "upload.crc_mismatch", message: "Damaged." } },
			{ status: 403, json: { code: "upload.bad_token", message: "Expired." } },
		];
		const { ended, got } = await run(["--price", "1"], (n) => refusals[n - 1] ?? { json: {} });
		await ended;
		expect(got.filter(({ method }) => method === "PUT")).toHaveLength(3);
	});

	it.each([
		[415, "file.type_not_accepted", "file.content_differs", 2],
		[415, "file.type_not_accepted", "file.empty", 2],
		[415, "file.type_not_accepted", "file.program", 2],
		[409, "upload.part_differs", null, 5],
		[404, "file.not_found", null, 4],
	])(
		"offers no resuming after a part is refused with %i %s for %s",
		async (status, code, reason, exitCode) => {
			const json = { code, message: "We don't accept this.", ...(reason && { reason }) };
			const { ended } = await run(["--price", "1"], () => ({ status, json }));
			const failure = await ended.catch((error: unknown) => error);
			expect(failure).toMatchObject({
				code,
				reason,
				exitCode,
				message: "song.txt can't be sent: We don't accept this.",
				details: { uploadId: "upload-1" },
				hints: [expect.stringContaining("tillbox uploads discard upload-1")],
			});
			expect(JSON.stringify(failure)).not.toContain("uploads resume");
		},
	);

	it("offers neither to resume nor to discard an upload that has ended elsewhere", async () => {
		const { ended } = await run(["--price", "1"], () => ({
			status: 409,
			json: { code: "upload.not_open", message: "Finished." },
		}));
		await expect(ended).rejects.toMatchObject({
			exitCode: 5,
			hints: ["It can't be resumed. If `tillbox shares` does not list it, upload again."],
		});
	});

	it("offers to resume after a passing refusal", async () => {
		const { ended } = await run(["--price", "1"], () => ({
			status: 403,
			json: { code: "account.suspended", message: "Suspended." },
		}));
		await expect(ended).rejects.toMatchObject({
			details: { resume: "tillbox uploads resume upload-1" },
			hints: [expect.stringContaining("uploads resume upload-1"), expect.anything()],
		});
	});

	it("exits as not signed in when the token was revoked", async () => {
		const { ended } = await run(["--price", "1"], () => ({
			status: 401,
			json: { code: "access_token.invalid", message: "Not valid.", requestId: "r9" },
		}));
		await expect(ended).rejects.toMatchObject({ exitCode: 3, details: { requestId: "r9" } });
	});
});
