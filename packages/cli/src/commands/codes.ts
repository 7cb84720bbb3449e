import type { Discount, DiscountTerms } from "../../../../worker/contract/catalogue/discounts.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import { command, type ValuesOf } from "../arguments/command.ts";
import { amount, percentage, shareIdOf } from "../arguments/values.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money, sums } from "./money.ts";
import { readFields } from "./share-options.ts";

/** Each can be removed by the word "none". */
const LIMITS = {
	"starts-at": { type: "string", value: "TIME", about: "not before; or none" },
	"ends-at": { type: "string", value: "TIME", about: "not after; or none" },
	"max-uses": { type: "string", value: "NUMBER", about: "how often in all; or none" },
	"max-per-buyer": { type: "string", value: "NUMBER", about: "how often by one buyer; or none" },
} as const;
const TERMS = {
	percent: { type: "string", value: "NUMBER", about: "how much cheaper, in per cent" },
	amount: { type: "string", value: "AMOUNT", about: "how much cheaper, in the shares' currency" },
	name: { type: "string", value: "TEXT", about: "what you call it; buyers never see it" },
	share: {
		type: "string",
		value: "SHARE",
		multiple: true,
		about: "only for this share; can be given several times; all for every share",
	},
	...LIMITS,
	"below-minimum": {
		type: "string",
		value: "WHAT",
		choices: ["direct", "free"],
		about: "prices that are too low for a card are paid directly, or free",
	},
} as const;

/** Reads the options over the terms that a code has, or a new one begins with. */
async function termsOf(
	options: ValuesOf<typeof TERMS>,
	before: DiscountTerms,
	origin: string,
): Promise<DiscountTerms> {
	if (options.percent !== undefined && options.amount !== undefined)
		throw usageFailure("A code has --percent or --amount, not both.");
	const percent =
		options.percent === undefined ? undefined : percentage(options.percent, "--percent");
	const reduction = options.amount === undefined ? undefined : amount(options.amount, "--amount");
	const shareIds = options.share?.includes("all")
		? null
		: options.share?.map((share) => shareIdOf(share, origin));
	const given = {
		name: options.name,
		...(percent !== undefined && { percent, amount: null }),
		...(reduction !== undefined && { percent: null, amount: reduction }),
		shareIds,
		...(await readFields(LIMITS, options, Object.keys(LIMITS))),
		belowMinimum: options["below-minimum"],
	};
	const stated = Object.entries(given).filter(([, value]) => value !== undefined);
	return { ...before, ...Object.fromEntries(stated) };
}

const NEW: Omit<DiscountTerms, "code"> = {
	name: "",
	percent: null,
	amount: null,
	shareIds: null,
	startsAt: null,
	endsAt: null,
	maxUses: null,
	maxPerBuyer: null,
	belowMinimum: "direct",
	active: true,
};

const termsBefore = ({ shares, ...code }: Discount): DiscountTerms => ({
	code: code.code,
	name: code.name,
	percent: code.percent,
	amount: code.amount,
	shareIds: shares?.map(({ shareId }) => shareId) ?? null,
	startsAt: code.startsAt,
	endsAt: code.endsAt,
	maxUses: code.maxUses,
	maxPerBuyer: code.maxPerBuyer,
	belowMinimum: code.belowMinimum,
	active: code.active,
});

const fetchCodes = (api: Api) => api.json<Discount[]>("GET", "/api/discounts");

/** Returns a code by its letters. Throws where there is none. */
async function findCode(api: Api, letters: string): Promise<Discount> {
	const wanted = letters.trim().toUpperCase();
	const found = (await fetchCodes(api)).find(({ code }) => code === wanted);
	if (found) return { ...found, id: serverId(found.id) };
	throw new CliFailure("discount.not_found", EXIT.notFound, `You have no code ${wanted}.`, {
		hints: ["`tillbox codes` lists them."],
	});
}

const reduction = ({ percent, amount: off, currency }: Discount): string =>
	percent === null ? money(off ?? "0", currency) : `${percent}%`;

const described = (code: Discount): string =>
	`${code.code}: ${reduction(code)} off, ${code.active ? "on" : "off"}.${
		code.endsAt !== null && Date.parse(code.endsAt) <= Date.now()
			? ` It has ended already, on ${dateTime(code.endsAt)}: nobody can use it.`
			: ""
	}`;

const list = command({
	name: "codes",
	about: "list discount codes",
	examples: [{ line: "tillbox codes", about: "what they are worth, and how often they were used" }],
	run: async (session) => {
		const api = await session.api();
		const codes = await fetchCodes(api);
		const rows = codes.map((code) => [
			code.code,
			reduction(code),
			code.active ? "on" : "off",
			`${code.sales}${code.maxUses === null ? "" : ` of ${code.maxUses}`}`,
			sums(code.revenue, code.currency, code.otherRevenue),
			code.endsAt ? dateTime(code.endsAt) : "",
			code.shares === null ? "all" : code.shares.map(({ title }) => title).join(", "),
		]);
		session.out.result(
			{ codes },
			rows.length === 0
				? "There are no codes."
				: table(["CODE", "OFF", "STATE", "USED", "REVENUE", "ENDS", "SHARES"], rows, [1, 3, 4]),
		);
	},
});

const create = command({
	name: "codes create",
	about: "make a discount code",
	operands: "CODE",
	count: [1, 1],
	options: { ...TERMS, off: { type: "boolean", about: "it can't be used yet" } },
	examples: [
		{
			line: "tillbox codes create SPRING --percent 20 --ends-at 2027-05-01",
			about: "for all shares",
		},
		{
			line: "tillbox codes create PRESS --percent 100 --max-uses 10 --share SHARE",
			about: "for one",
		},
	],
	run: async (session, { options, operands: [code = ""] }) => {
		if (options.percent === undefined && options.amount === undefined)
			throw usageFailure("A code needs --percent or --amount.");
		const api = await session.api();
		const terms = {
			...(await termsOf(options, { ...NEW, code }, api.http.origin)),
			active: !options.off,
		};
		const made = await api.json<Discount>("POST", "/api/discounts", { json: terms });
		session.out.result({ code: made }, described(made));
	},
});

const edit = command({
	name: "codes edit",
	about: "change a discount code",
	operands: "CODE",
	count: [1, 1],
	options: { ...TERMS, rename: { type: "string", value: "CODE", about: "other letters" } },
	examples: [
		{ line: "tillbox codes edit SPRING --ends-at none", about: "what is not named stays" },
	],
	run: async (session, { options, operands: [letters = ""] }) => {
		if (Object.keys({ ...TERMS, rename: 0 }).every((name) => options[name as "name"] === undefined))
			throw usageFailure("Nothing to change: name at least one option.");
		const api = await session.api();
		const before = await findCode(api, letters);
		const terms = await termsOf(options, termsBefore(before), api.http.origin);
		const json = { ...terms, code: options.rename ?? before.code };
		const changed = await api.json<Discount>("PUT", `/api/discounts/${before.id}`, { json });
		session.out.result({ code: changed }, described(changed));
	},
});

const onOrOff = (active: boolean) =>
	command({
		name: `codes ${active ? "on" : "off"}`,
		about: `switch a discount code ${active ? "on" : "off"}`,
		operands: "CODE",
		count: [1, 1],
		examples: [
			{
				line: `tillbox codes ${active ? "on" : "off"} SPRING`,
				about: active ? "buyers can use it again" : "nobody can use it any more",
			},
		],
		run: async (session, { operands: [letters = ""] }) => {
			const api = await session.api();
			const { id } = await findCode(api, letters);
			const changed = await api.json<Discount>("PATCH", `/api/discounts/${id}`, {
				json: { active },
			});
			session.out.result({ code: changed }, described(changed));
		},
	});

const remove = command({
	name: "codes delete",
	about: "delete a discount code",
	operands: "CODE",
	count: [1, 1],
	options: { yes: { type: "boolean", short: "y", about: "don't ask" } },
	examples: [{ line: "tillbox codes delete SPRING", about: "sales with it stay as they are" }],
	run: async (session, { options, operands: [letters = ""] }) => {
		const api = await session.api();
		const { id, code, sales } = await findCode(api, letters);
		await confirm(session, `Delete the code ${code}, used ${sales} times?`, options.yes);
		await api.json("DELETE", `/api/discounts/${id}`);
		session.out.result({ deleted: code }, "Deleted.");
	},
});

export const codes = [list, create, edit, onOrOff(true), onOrOff(false), remove];
