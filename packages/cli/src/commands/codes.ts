import type { Discount, DiscountTerms } from "../../../../worker/catalogue/discounts/contract.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import {
	choice,
	command,
	flag,
	option,
	removable,
	repeatable,
	type ValuesOf,
} from "../arguments/command.ts";
import { amount, count, moment, percentage, shareIdOf } from "../arguments/values.ts";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import { confirm } from "../output/ask.ts";
import { dateTime, table } from "../output/text.ts";
import { money, sums } from "./money.ts";

const TERMS = {
	percent: option("NUMBER", "how much cheaper, in per cent", percentage),
	amount: option("AMOUNT", "how much cheaper, in the shares' currency", amount),
	name: option("TEXT", "what you call it; buyers never see it"),
	share: repeatable(
		"SHARE",
		"only for this share; can be given several times; all for every share",
	),
	startsAt: removable(option("TIME", "not before; or none", moment)),
	endsAt: removable(option("TIME", "not after; or none", moment)),
	maxUses: removable(option("NUMBER", "how often in all; or none", count)),
	maxPerBuyer: removable(option("NUMBER", "how often by one buyer; or none", count)),
	belowMinimum: choice(
		["direct", "free"],
		"prices that are too low for a card are paid directly, or free",
	),
};

/** Applies the options to earlier terms. */
function termsOf(
	{ share: shares, ...given }: ValuesOf<typeof TERMS>,
	before: DiscountTerms,
	origin: string,
): DiscountTerms {
	if (given.percent !== undefined && given.amount !== undefined)
		throw usageFailure("A code has --percent or --amount, not both.");
	return {
		...before,
		...(given.percent !== undefined && { amount: null }),
		...(given.amount !== undefined && { percent: null }),
		...given,
		...(shares && {
			shareIds: shares.includes("all") ? null : shares.map((share) => shareIdOf(share, origin)),
		}),
	};
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

function termsBefore({ shares, ...code }: Discount): DiscountTerms {
	const names = Object.keys(NEW) as (keyof typeof NEW)[];
	const edited = Object.fromEntries(
		names.flatMap((name) => (name === "shareIds" ? [] : [[name, code[name]]])),
	);
	return {
		...NEW,
		...edited,
		code: code.code,
		shareIds: shares?.map(({ shareId }) => shareId) ?? null,
	};
}

const fetchCodes = (api: Api) => api.json<Discount[]>("GET", "/api/discounts");

async function findCode(api: Api, letters: string): Promise<Discount> {
	const searched = letters.trim().toUpperCase();
	const found = (await fetchCodes(api)).find(({ code }) => code === searched);
	if (found) return { ...found, id: serverId(found.id) };
	throw new CliFailure("discount.not_found", EXIT.notFound, `You have no code ${searched}.`, {
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

const list = command("codes", "list discount codes", {}, async (session) => {
	const codes = await fetchCodes(await session.api());
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
});

const create = command(
	"codes create <CODE>",
	"make a discount code",
	{
		options: { ...TERMS, off: flag("it can't be used yet") },
		examples: [
			"tillbox codes create SPRING --percent 20 --ends-at 2027-05-01 # for all shares",
			"tillbox codes create PRESS --percent 100 --max-uses 10 --share SHARE # for one",
		],
	},
	async (session, { off, ...options }, code) => {
		if (options.percent === undefined && options.amount === undefined)
			throw usageFailure("A code needs --percent or --amount.");
		const api = await session.api();
		const body = { ...termsOf(options, { ...NEW, code }, api.http.origin), active: !off };
		const made = await api.json<Discount>("POST", "/api/discounts", { body });
		session.out.result({ code: made }, described(made));
	},
);

const edit = command(
	"codes edit <CODE>",
	"change a discount code",
	{
		options: { ...TERMS, rename: option("CODE", "other letters") },
		examples: ["tillbox codes edit SPRING --ends-at none # what is not named stays"],
	},
	async (session, { rename, ...options }, letters) => {
		if (rename === undefined && Object.keys(options).length === 0)
			throw usageFailure("Nothing to change: name at least one option.");
		const api = await session.api();
		const before = await findCode(api, letters);
		const terms = termsOf(options, termsBefore(before), api.http.origin);
		const body = { ...terms, code: rename ?? before.code };
		const changed = await api.json<Discount>("PUT", `/api/discounts/${before.id}`, { body });
		session.out.result({ code: changed }, described(changed));
	},
);

const switching = (word: "on" | "off") =>
	command(
		`codes ${word} <CODE>`,
		`switch a discount code ${word}`,
		{},
		async (session, _, letters) => {
			const api = await session.api();
			const { id } = await findCode(api, letters);
			const body = { active: word === "on" };
			const changed = await api.json<Discount>("PATCH", `/api/discounts/${id}`, { body });
			session.out.result({ code: changed }, described(changed));
		},
	);

const remove = command(
	"codes delete <CODE>",
	"delete a discount code",
	{
		options: { yes: flag("don't ask", "-y") },
		examples: ["tillbox codes delete SPRING # sales with it stay as they are"],
	},
	async (session, { yes }, letters) => {
		const api = await session.api();
		const { id, code, sales } = await findCode(api, letters);
		await confirm(session, `Delete the code ${code}, used ${sales} times?`, yes);
		await api.json("DELETE", `/api/discounts/${id}`);
		session.out.result({ deleted: code }, "Deleted.");
	},
);

export const codes = [list, create, edit, switching("on"), switching("off"), remove];
