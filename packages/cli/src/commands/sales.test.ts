import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Command } from "../arguments/command.ts";
import { parseArguments } from "../arguments/parse.ts";
import { type Answer, recordedSession, standIn } from "../test/stand-in.ts";
import { codes } from "./codes.ts";
import { selling } from "./sales.ts";
import { shares } from "./shares.ts";

beforeEach(() => vi.stubEnv("TILLBOX_TOKEN", "tbx_0123456789abcdefghijABCDEFGHIJ012345"));
afterEach(() => vi.unstubAllEnvs());

/** Runs a command against a server that answers by method and path: "GET /api/v1/sales.csv". */
async function run(answers: Record<string, Answer>, name: string, ...args: string[]) {
	const server = await standIn(
		({ method, path }) => answers[`${method} ${path}`] ?? { status: 404, json: {} },
	);
	const command = [...selling, ...shares, ...codes].find((one) => one.name === name) as Command;
	const { session, written } = recordedSession(server.origin);
	const ended = (async () => command.run(session, parseArguments(command, args)))();
	return { ...server, written, ended };
}

const TITLES = "Sale,Files,Buyer,Route,State,Price (USD),Refunded,Your share,Paid at";
const tableOf = (...rows: string[]): Answer => ({ text: [TITLES, ...rows].join("\r\n") });
const SALE = "sale-0001";
const REFUNDED = { id: SALE, state: "refunded", refunded: "7.50", buyerEmail: "ada@x.test" };

describe("a refund", () => {
	const order = { [`POST /api/v1/purchases/${SALE}/refund`]: { json: REFUNDED } };
	const csv = (state: string, refunded: string) => ({
		"GET /api/v1/sales.csv": tableOf(
			`${SALE},Aria,ada@x.test,card,${state},7.50,${refunded},0.00,2026-11-23T12:00:00.000Z`,
		),
	});

	it("asks with the amount first", async () => {
		const { ended, got } = await run({ ...order, ...csv("paid", "0.00") }, "refund", SALE);
		await expect(ended).rejects.toMatchObject({
			exitCode: 2,
			hints: expect.arrayContaining([expect.stringContaining("Refund $7.50 for “Aria”")]),
		});
		expect(got.map(({ method }) => method)).toEqual(["GET"]);
	});

	it.each([[[]], [["--yes"]]])("that was made before is told as such, with %j", async (options) => {
		const answers = { ...order, ...csv("refunded", "7.50") };
		const { ended, written } = await run(answers, "refund", SALE, ...options);
		await ended;
		expect(written.stdout).toBe("$7.50 was already refunded to ada@x.test.\n");
	});

	it("needs no permission to read sales with --yes", async () => {
		const refused = { status: 403, json: { code: "access_token.scope_missing", message: "No." } };
		const answers = { ...order, "GET /api/v1/sales.csv": refused };
		const { ended, written } = await run(answers, "refund", SALE, "--yes");
		await ended;
		expect(written.stdout).toBe("$7.50 was refunded to ada@x.test.\n");
		await expect((await run(answers, "refund", SALE)).ended).rejects.toMatchObject({ status: 403 });
	});
});

it("shows an amount below zero with the sign before the dollar", async () => {
	const row = `${SALE},Aria,ada@x.test,card,disputed,7.50,0.00,-0.50,2026-11-23T12:00:00.000Z`;
	const { ended, written } = await run({ "GET /api/v1/sales.csv": tableOf(row) }, "sales");
	await ended;
	expect(written.stdout).toContain(" -$0.50\n");
});

describe("shares", () => {
	it("say whether there are none or none of a title", async () => {
		const list = "GET /api/v1/my-file-shares";
		const said = async (query: string, ...args: string[]) => {
			const { ended, written } = await run({ [list + query]: { json: [] } }, "shares", ...args);
			await ended;
			return written.stdout;
		};
		expect(await said("?most=200")).toBe("There are no shares.\n");
		expect(await said("?search=zzz&most=200", "--search", "zzz")).toBe(
			"No share has this in its title.\n",
		);
	});

	it("are read page by page to the last one", async () => {
		const share = { price: "1", net: "0", totalSize: 1, status: "published", selling: true };
		const address = (page: number) =>
			`/api/v1/my-file-shares?most=200${page > 0 ? `&after=${page}00.id%2B${page}` : ""}`;
		const answers = Array.from({ length: 6 }, (_, page): [string, Answer] => [
			`GET ${address(page)}`,
			{
				json: Array.from({ length: page < 5 ? 200 : 40 }, (_, n) => ({
					...share,
					shareId: `share-${page * 200 + n}`,
					title: "North",
				})),
				headers: page < 5 ? { link: `<${address(page + 1)}>; rel="next"` } : {},
			},
		]);
		const { ended, written } = await run(Object.fromEntries(answers), "shares");
		await ended;
		const ids = [...written.stdout.matchAll(/share-\d+/g)].map(([id]) => id);
		expect(ids).toEqual(Array.from({ length: 1040 }, (_, n) => `share-${n}`));
	});

	it("of another server's link are not looked for here", async () => {
		const link = "https://other.example/share/share-01";
		for (const name of ["shares show", "delete", "edit", "sales", "shares open"]) {
			const { ended, got } = await run(
				{},
				name,
				link,
				...(name === "edit" ? ["--price", "1"] : []),
			);
			await expect(ended, name).rejects.toMatchObject({
				message: expect.stringContaining("is on another server than"),
				hints: ["Repeat the command with --server https://other.example."],
			});
			expect(got).toEqual([]);
		}
	});

	it("are deleted by their title", async () => {
		const answers = {
			"GET /api/v1/file-shares/share-01/deletion": { json: { buyers: 0 } },
			"GET /api/v1/file-shares/share-01": { json: { fileShare: { title: "North" } } },
			"DELETE /api/v1/file-shares/share-01?buyers=keep": { status: 204 },
		};
		await expect((await run(answers, "delete", "share-01")).ended).rejects.toMatchObject({
			hints: expect.arrayContaining(["Delete “North”? Nobody has bought it."]),
		});
		const { ended, written } = await run(answers, "delete", "share-01", "--yes");
		await ended;
		expect(written.stdout).toBe("“North” is deleted.\n");
	});
});

it("says that a new code has ended already", async () => {
	const code = { code: "SPRING", percent: 20, active: true };
	const said = async (endsAt: string) => {
		const { ended, written } = await run(
			{ "POST /api/v1/discounts": { status: 201, json: { ...code, endsAt } } },
			...(["codes create", "SPRING", "--percent", "20", "--ends-at", endsAt] as const),
		);
		await ended;
		return written.stdout;
	};
	expect(await said("2020-01-01T00:00:00.000Z")).toContain("It has ended already, on ");
	expect(await said("2999-01-01T00:00:00.000Z")).toBe("SPRING: 20% off, on.\n");
});
