import { DAY_MS, HOUR_MS, MINUTE_MS, RETENTION } from "../../../worker/contract/retention.ts";
import { MAX_FAILURES } from "../../../worker/payments/sales/contract/refunds.ts";
import { MAX_ATTEMPTS } from "../../../worker/platform/mail/outbox.ts";
import { isSame, isWebOf, type Market } from "../people/market.ts";
import { isOk, jsonOf, textOf } from "../world/browser.ts";
import type { World } from "../world/world.ts";
import { hundredths } from "./arithmetic.ts";
import {
	compareBooks,
	comparePlans,
	keptIntents,
	returnedLines,
	returnedToBuyers,
} from "./books.ts";

export type Invariant = {
	readonly name: string;
	readonly why: string;
	/** `always`: at any time; `rest`: two hours after the last fault, since some jobs run once an hour */
	readonly when: "always" | "rest";
	find(world: World, market: Market): string[] | Promise<string[]>;
};

type Row = Record<string, string | number | null>;

/** Holds if no query finds a row; `:now` is the simulated time in ms. */
function nothing(
	name: string,
	why: string,
	when: Invariant["when"],
	queries: Readonly<Record<string, string>>,
): Invariant {
	return {
		name,
		why,
		when,
		find: ({ sql, scheduler }) =>
			Object.entries(queries).flatMap(([what, query]) => {
				const now = String(Math.floor(scheduler.now));
				const rows = sql.prepare(query.replaceAll(":now", now)).all() as Row[];
				return rows.map((row) => `${what}: ${JSON.stringify(row)}`);
			}),
	};
}

/** Holds if no limit is exceeded. `limit` is SQL: the maximum, its owner, and the `from` clause. */
function neverExceeded(name: string, why: string, limit: string): Invariant {
	const [most] = limit.split(",");
	const query = `select json_group_array(charge_id) as charges, ${limit}
		where ${most} is not null and state in ('paid', 'disputed') and auto_refund_reason is null
		group by 2, 3 having count(*) > ${most}`;
	return {
		name,
		why,
		when: "always",
		find: ({ sql, sandbox }) => {
			const rows = sql.prepare(query).all() as Row[];
			const exceeded = rows.filter((row) => {
				const [charges, allowed] = Object.values(row);
				const sold: (string | null)[] = JSON.parse(String(charges));
				// A sale whose refund the bank refused is valid again, though its place may have been sold since.
				const back = sandbox.sandbox.store
					.all("refund")
					.filter(({ status, charge }) => status === "failed" && sold.includes(String(charge)));
				return sold.length - back.length > Number(allowed);
			});
			return exceeded.map((row) => JSON.stringify(row));
		},
	};
}

/*
 * Others are checked by people (`people/`): `no-byte-unpaid`, `files-are-whole`, `own-writes-are-read`,
 * `one-effect-per-key`, `taken-down-is-gone`, `nothing-forged`, `quotes-are-right`, `refunded-is-closed`,
 * `revoked-is-closed`; and by the run: `business-is-done`.
 */
export const INVARIANTS: readonly Invariant[] = [
	neverExceeded(
		"stock-is-never-exceeded",
		"A copy that does not exist can't be delivered: who pays too late gets the money back.",
		"shares.max_sales, shares.slug from purchases join shares on shares.id = share_id",
	),
	neverExceeded(
		"codes-are-limited",
		"A code is used as often as its creator allows: who pays too late with it gets the money back. What was paid directly, the creator has let in by hand.",
		"discounts.max_uses, discounts.code from purchases join discounts on discounts.id = discount_id and route <> 'direct'",
	),
	neverExceeded(
		"codes-are-limited-by-buyer",
		"A code is used from one address as often as its creator allows each buyer.",
		"discounts.max_per_buyer, discounts.code || ' ' || buyer_email as used from purchases join discounts on discounts.id = discount_id and buyer_email is not null and route <> 'direct'",
	),
	neverExceeded(
		"checkouts-are-paid-once",
		"What a program asks one buyer to pay is paid once: who pays it second gets the money back.",
		"once.most, checkout_id from purchases join (select 1 as most) once on checkout_id is not null and route <> 'direct'",
	),
	nothing(
		"three-free-uploads",
		"The free plan has three uploads a month, however many are begun at once.",
		"always",
		{
			// An account that is being closed has no subscription on record any more.
			"more than three": `select creator_id, month, count(*) as uploads from upload_slots
				where creator_id not in (select user_id from subscriptions)
				and creator_id in (select creator_id from shares where status <> 'deleted')
				group by creator_id, month having uploads > 3`,
		},
	),
	{
		name: "space-is-counted",
		why: "What counts against a creator's space is what is stored of them: no more, so that what they delete makes room, and no less.",
		when: "rest",
		find: ({ sql, objects }) => {
			const stored = sql
				.prepare(`select slug, (select coalesce(sum(bytes), 0) from stored_uploads where share_id = shares.id) as counted,
					(select coalesce(sum(size), 0) from files where share_id = shares.id)
					+ (select coalesce(sum(size), 0) from earlier_files where share_id = shares.id and kept)
					+ (select coalesce(sum(renditions.size), 0) from renditions join files on files.id = file_id
						where renditions.share_id = shares.id and renditions.object_key is not null) as bytes
					from shares where status <> 'uploading' and (status <> 'deleted' or deletion is null) and counted <> bytes`)
				.all() as Row[];
			const recorded = sql.prepare(
				"select upload_id, bytes from stored_uploads where creator_id = ?",
			);
			const quotas = objects.stored
				.filter(({ className }) => className === "UploadQuota")
				.flatMap(({ name, sqlite }) => {
					const records = recorded.all(name) as Row[];
					const { rows } = sqlite.exec("select upload_id, bytes, expires_at from storage");
					// Negative ones are read before an upload is refused.
					const missing = records.filter(
						({ upload_id, bytes }) =>
							Number(bytes) > 0 && !rows.some(([uploadId]) => uploadId === upload_id),
					);
					// A lease with a record is committed when it ends.
					const wrong = rows.filter(
						([uploadId, bytes, expiresAt]) =>
							expiresAt === null &&
							!records.some((record) => record.upload_id === uploadId && record.bytes === bytes),
					);
					return [...missing, ...wrong].map((row) => ({ creator: name, row }));
				});
			return [...stored, ...quotas].map((row) => JSON.stringify(row));
		},
	},
	nothing(
		"one-payment-per-purchase",
		"A purchase is paid by one payment, which is for it alone.",
		"always",
		{
			"paid without a payment": `select id, state from purchases
				where route = 'card' and state in ('paid', 'refunded', 'disputed')
				and (payment_intent_id is null or charge_id is null or paid_at is null)`,
			"refunded more than was paid":
				"select id, refunded_cents, price_cents from purchases where refunded_cents > price_cents",
		},
	),
	{
		name: "paid-is-access",
		why: "Whoever has paid has the files, or the money back; whoever has not has neither.",
		when: "rest",
		find: compareAccess,
	},
	{
		name: "bought-files-open",
		why: "Of single files, a buyer has those that were paid for, in their sizes, and none besides.",
		when: "rest",
		find: compareFiles,
	},
	nothing(
		"never-above-the-whole",
		"Nobody pays more for parts of a share than the whole cost at the time.",
		"always",
		{
			// What was disputed or revoked is paid again, as is what was refunded before its refund failed.
			"paid in parts": `select buyer_id, share_id, sum(price_cents - refunded_cents) as paid, max(whole_cents) as whole
				from purchases where whole_cents is not null and route <> 'direct'
				group by buyer_id, share_id having sum(case when state = 'paid' then price_cents - refunded_cents else 0 end) > whole
				and count(revoked_at) = 0 and not sum(exists (select 1 from ledger where purchase_id = purchases.id
					and (kind = 'dispute' or cause_key like 'refund_failed:%')))`,
			"more files for nothing than are included": `select share_id, sum(free_files) as given, singles ->> 'included' as included
				from purchases join shares on shares.id = share_id
				where purchases.state = 'paid' and route <> 'direct' group by share_id having given > included`,
		},
	),
	{
		// G21
		name: "books-agree",
		why: "The ledger is what the provider has recorded, to the cent: per purchase, per account, for the platform.",
		when: "rest",
		find: compareBooks,
	},
	{
		name: "figures-agree",
		why: "What creators and buyers are shown of money is what the books have: the dashboard, the list for a spreadsheet, receipts, and invoices with their credit notes.",
		when: "rest",
		find: compareFigures,
	},
	{
		name: "fees-follow-the-plan",
		why: "Who has paid for Pro pays its rate on each sale from then on, and nobody else.",
		when: "rest",
		find: comparePlans,
	},
	{
		name: "records-are-whole",
		why: "The product's own nightly checks find nothing: files, packs, sums, totals, and the chain of the audit log.",
		when: "rest",
		find: (world) => world.ownChecks(),
	},
	nothing(
		"nothing-waits",
		"When faults stop, everything that was begun ends within an hour.",
		"rest",
		{
			// Mails above a recipient's limit are due later.
			mail: `select kind, recipient, attempts, last_error from outbox
				where sent_at is null and withheld_by is null and attempts < ${MAX_ATTEMPTS} and recipient is not null and created_at < :now - ${HOUR_MS}
				and (attempts > 0 or due_at < :now - ${HOUR_MS})`,
			"a payment at the provider":
				"select id, state, route from purchases where state = 'processing'",
			// Downloads that have begun may go on for a day.
			"a deletion": `select slug, deletion, kept_until from shares where deletion is not null
				and (deletion <> 'kept' or kept_until < :now - ${DAY_MS + HOUR_MS})`,
			// A run claims a task until its next attempt, which is hours away after many failures.
			"a task": `select kind, key, attempts from queue where due_at < :now - ${HOUR_MS}`,
			"a webhook": `select webhook_messages.id, attempts from webhook_messages join webhook_endpoints on endpoint_id = webhook_endpoints.id
				where delivered_at is null and failed_at is null and off_reason is null and due_at < :now - ${10 * MINUTE_MS}`,
			"a message to buyers": `select id, recipients from buyer_updates where finished_at is null and created_at < :now - ${DAY_MS}`,
			// Nightly jobs have their next turn in the next night.
			"a job": `select name, cursor from job_cursors where name like 'failed:%'
				and name not in ('failed:runNightlyCheck', 'failed:reconcileBooks', 'failed:beginBackup')`,
			// If the bank refuses a late payment's refund, the money belongs to the buyer, through the operator (D26).
			"money held for a creator whose account is ready": `select creator_id, sum(amount_cents) as cents from ledger
				join payout_methods on user_id = creator_id where account = 'platform' and charges_enabled
				and not exists (select 1 from purchases where id = purchase_id and auto_refund_reason is not null)
				-- What a failed refund brings back waits for the platform's balance, which charges fill after days.
				and not exists (select 1 from ledger failed join payout_transfers moved on moved.purchase_id = failed.purchase_id
					where failed.purchase_id = ledger.purchase_id and failed.cause_key like 'refund_failed:%' and moved.state = 'pending')
				group by creator_id having cents > 0`,
			"a refund of a payment that came too late": `select id, auto_refund_reason, refunded_cents, price_cents from purchases
				where auto_refund_reason is not null and refunded_cents < price_cents
				and (select count(*) from ledger where purchase_id = purchases.id and cause_key like 'refund_failed:%') < ${MAX_FAILURES}
				and not exists (select 1 from ledger where purchase_id = purchases.id and kind = 'dispute') and paid_at < :now - ${HOUR_MS}`,
		},
	),
	{
		name: "authorisations-end",
		why: "What is held on a card is taken or released when faults stop, so that no buyer's money is blocked for a week.",
		when: "rest",
		find: ({ sandbox }) =>
			sandbox.sandbox.store
				.all("payment_intent")
				.filter(({ status }) => status === "requires_capture")
				.map(({ id }) => `payment ${id}`),
	},
	{
		name: "uploads-are-published",
		why: "An upload whose creator was told that it is being published is published, whatever ended on the way.",
		when: "rest",
		find: ({ objects }) =>
			objects.stored
				.filter(({ className }) => className === "UploadSession")
				.filter(
					({ sqlite }) => sqlite.exec("select state from session").rows[0]?.[0] === "completing",
				)
				.map(({ name }) => `upload ${name}`),
	},
	{
		// G102
		name: "every-event-arrives",
		why: "Whoever asked to be told of sales is told of each, under one id, however often they were away: after attempts that failed at the next one, which may be hours away.",
		when: "rest",
		find: ({ sql, scheduler }, { told, received }) =>
			[...told].flatMap(([creatorId, from]) => {
				const rows = sql
					.prepare(`select purchases.id, messages.id as message, delivered_at, failed_at from purchases
						left join webhook_messages messages on messages.type = 'sale.created'
							and instr(messages.data, purchases.reference) > 0
							and messages.endpoint_id in (select id from webhook_endpoints where user_id = creator_id)
						where creator_id = ? and paid_at > ? and auto_refund_reason is null
						and exists (select 1 from webhook_endpoints where user_id = creator_id and off_reason is null)
						and not (delivered_at is null and coalesce(due_at > ?, 0)
							and messages.attempt_log <> '[]')`)
					.all(
						creatorId,
						// Older ones are deleted, with their messages.
						Math.ceil(Math.max(from, scheduler.now - RETENTION.webhookDays * DAY_MS)),
						Math.floor(scheduler.now),
					) as Row[];
				return rows
					.filter(({ message, failed_at }) => !received.has(String(message)) && failed_at === null)
					.map((row) => JSON.stringify(row));
			}),
	},
	{
		name: "orphans-are-removed",
		why: "What no record names is removed from the store after two days at most.",
		when: "rest",
		find: async (world) => {
			const { stored } = world.files;
			const before = world.scheduler.now - 3 * DAY_MS;
			const orphans = await world.orphans();
			return orphans.filter((key) => (stored.get(key)?.uploaded ?? before) < before);
		},
	},
	{
		// G21
		name: "one-mail-per-cause",
		why: "A mail is repeated only where a crash came between sending and noting it, and not for ever.",
		when: "rest",
		find: ({ mails, sql, scheduler }, { closed }) => {
			// For older ones and closed accounts, the number of causes is unknown.
			const since = scheduler.now - RETENTION.mailDays * DAY_MS;
			const known = mails.filter(({ isKnown, at, to }) => isKnown && at > since && !closed.has(to));
			const queued = sql.prepare(
				"select count(*) as n from outbox where recipient = ? and subject = ?",
			);
			return [...Map.groupBy(known, ({ to, subject }) => JSON.stringify([to, subject]))]
				.filter(
					([key, sent]) =>
						sent.length > 2 + Number(queued.get(...(JSON.parse(key) as [string, string]))?.n),
				)
				.map(([key, sent]) => `${sent.length} times: ${key}`);
		},
	},
	{
		name: "unsubscribed-is-unsubscribed",
		why: "Whoever has unsubscribed from a creator's messages gets none.",
		when: "rest",
		find: ({ mails }, { unsubscribed, offers }) =>
			unsubscribed.flatMap(({ email, owner, at }) => {
				const slugs = offers.filter((offer) => offer.owner === owner).map(({ slug }) => slug);
				return mails
					.filter(
						(mail) =>
							mail.to === email &&
							mail.at > at + 10 * MINUTE_MS &&
							mail.text.includes("News of ") &&
							slugs.some((slug) => mail.text.includes(slug)),
					)
					.map((mail) => `${email} of ${owner}: ${mail.subject}`);
			}),
	},
	{
		name: "deleted-is-gone",
		why: "What its creator has deleted is gone after the time that its buyers have, and so is who has closed an account.",
		when: "rest",
		find: ({ sql, files, scheduler }, { closed }) => {
			const known = sql.prepare("select id from users where email = ?");
			const addresses = [...closed].filter((address) => known.get(address));
			const gone = sql
				.prepare(
					`select id, slug from shares
					where status = 'deleted' and coalesce(kept_until, deleted_at) < ?`,
				)
				.all(Math.floor(scheduler.now) - 2 * DAY_MS) as Row[];
			// No buyer may have these any more, and no removal is pending.
			const erased = sql
				.prepare(
					`select id, slug from shares where status = 'deleted' and deletion is null
					and not exists (select 1 from queue where kind = 'purge' and instr(key, shares.id) > 0)`,
				)
				.all() as Row[];
			const keys = [...files.stored.keys()];
			const prefixes = [
				...gone.flatMap(({ id }) => [`packs/${id}/`, `renditions/${id}/`, `originals/${id}/`]),
				...erased.map(({ id }) => `originals/${id}/`),
			];
			const stored = prefixes.flatMap((prefix) => keys.filter((key) => key.startsWith(prefix)));
			return [...addresses, ...stored];
		},
	},
];

type Figures = { currency: string; filesSold: number; totalEarnings: string };
type Receipt = {
	purchaseId: string;
	price: string;
	currency: string;
	invoice: { creditNotes: { amount: string }[] } | null;
};

const ASKED_BUYERS = 100;

/** Compares the figures people see with the purchases, which `books-agree` compares with the provider. */
async function compareFigures(world: World, { sellers, attempts }: Market): Promise<string[]> {
	const { sql } = world;
	const faults = sql
		.prepare(
			`select creator_id, max(number) as last, count(*) + sum(json_array_length(coalesce(replaced, '[]'))) as issued
				from invoices group by creator_id having last <> issued`,
		)
		.all()
		.map((row) => `numbers of invoices: ${JSON.stringify(row)}`);
	const amount = (cents: unknown) => (Number(cents) / 100).toFixed(2);
	const sold = sql.prepare(
		`select id, state, currency, price_cents as price, refunded_cents as refunded from purchases
			where creator_id = ? and state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null`,
	);
	for (const [id, browser] of sellers) {
		const [figures, csv] = [
			await browser.ask<Figures>("GET", "/api/dashboard"),
			await browser.send("GET", "/api/sales.csv"),
		];
		const rows = sold.all(id) as Row[];
		if (figures) {
			const paid = rows.filter(({ state }) => state === "paid");
			const earned = paid
				.filter(({ currency }) => currency === figures.currency)
				.reduce((sum, { price, refunded }) => sum + Number(price) - Number(refunded), 0);
			if (figures.filesSold !== paid.length || figures.totalEarnings !== amount(earned))
				faults.push(`the dashboard of ${id}: ${JSON.stringify(figures)}, not ${amount(earned)}`);
		}
		if (!isOk(csv)) continue;
		const [head = [], ...lines] = textOf(csv)
			.replaceAll('"', "")
			.trim()
			.split("\r\n")
			.map((line) => line.split(","));
		const columns = ["Sale", "Price", "Refunded", "Currency"].map((name) => head.indexOf(name));
		const listed = lines.map((line) => columns.map((at) => line[at]).join(" ")).sort();
		const expected = rows
			.map(
				({ id: sale, price, refunded, currency }) =>
					`${sale} ${amount(price)} ${amount(refunded)} ${String(currency).toUpperCase()}`,
			)
			.sort();
		if (JSON.stringify(listed) !== JSON.stringify(expected))
			faults.push(`sales.csv of ${id}: ${listed.join("; ")}, not ${expected.join("; ")}`);
	}
	const charged = sql.prepare(
		"select price_cents, currency, route, payment_intent_id from purchases where id = ?",
	);
	const returned = returnedToBuyers(world);
	for (const browser of new Set(attempts.map((one) => one.browser).slice(-ASKED_BUYERS)))
		for (const receipt of (await browser.ask<Receipt[]>("GET", "/api/my-purchases")) ?? []) {
			const row = charged.get(receipt.purchaseId) as Row | undefined;
			const { creditNotes } = receipt.invoice ?? {};
			const credited = creditNotes?.reduce((sum, note) => sum + hundredths(note.amount), 0n);
			const due =
				row?.route === "free" ? undefined : (returned.get(String(row?.payment_intent_id)) ?? 0n);
			const isSame = receipt.price === amount(row?.price_cents) && credited === due;
			if (!isSame || receipt.currency !== row?.currency)
				faults.push(`a receipt of ${JSON.stringify(row)}: ${JSON.stringify(receipt)}`);
		}
	return faults;
}

/** Files and sizes by the purchases whose money the provider has, without the lines that its refunds name. */
async function compareFiles(world: World, { attempts }: Market): Promise<string[]> {
	const faults: string[] = [];
	const kept = keptIntents(world);
	const returned = returnedLines(world);
	const bought = world.sql.prepare(
		`select id, state, route, of_lines, price_cents, revoked_at, auto_refund_reason, paid_at, payment_intent_id as intent,
			(select json_group_array(file_id || ':' || edition) from purchase_lines where purchase_id = purchases.id) as lines
			from purchases where share_id = (select id from shares where slug = ?)
			and buyer_id = (select buyer_id from purchases where payment_intent_id = ?)`,
	);
	const seen = new Set<string>();
	for (const { offer, browser, intentId, email: who } of attempts) {
		const { slug, singles, deletedAt, takenDownAt, isUncertain } = offer;
		if (!singles || intentId === null || deletedAt || takenDownAt || isUncertain) continue;
		const rows = (bought.all(slug, intentId) as Row[]).filter(({ paid_at }) => paid_at !== null);
		const isSeen = rows.some(({ id }) => seen.has(String(id)));
		for (const { id } of rows) seen.add(String(id));
		const isPaid = ({ route, state, intent }: Row) =>
			route === "card" ? kept.has(String(intent)) : state === "paid";
		const paid = rows.filter(isPaid);
		// Access ended otherwise, or the price counted money that has gone back.
		const isOther = rows.some(
			({ revoked_at, auto_refund_reason }) => revoked_at || auto_refund_reason,
		);
		const isLost =
			paid.length < rows.length && paid.some((row) => !row.of_lines || !row.price_cents);
		// A bundle with it is another share's purchase.
		const isBundled = attempts.some(
			(other) =>
				other.browser === browser &&
				other.offer.isBundle &&
				offer.goods.some((file) => other.offer.goods.includes(file)),
		);
		const shown = await browser.ask<ShownFiles>("GET", `/api/file-shares/${slug}`);
		if (isSeen || isOther || isLost || isBundled || !shown) continue;
		/** Refunds name the version that was live then, or all pictures. */
		const isReturned = (intent: unknown, line: string) => {
			const [id = "", edition = ""] = line.split(":");
			const earlier = offer.goods.find((one) => one.id === id)?.earlierIds ?? [];
			return [id, "*", ...earlier].some((one) => returned.has(`${intent} ${one}:${edition}`));
		};
		const open = new Set(
			paid.flatMap(({ intent, lines }) =>
				(JSON.parse(String(lines)) as string[]).filter((line) => !isReturned(intent, line)),
			),
		);
		const isWhole = paid.some(({ of_lines }) => !of_lines);
		if (shown.fileShare.isPaid !== isWhole)
			faults.push(`${slug}: ${isWhole ? "paid without access" : "access without payment"}`);
		for (const { id, wholeOnly, webSize } of shown.files) {
			const goods = offer.goods.find((one) => one.id === id);
			if (!goods) continue;
			const isFull = isWhole || open.has(`${id}:full`);
			const isWeb = open.has(`${id}:web`) || (open.has("*:web") && webSize && !wholeOnly);
			const reply = await browser.send("GET", `/api/files/${id}/download`);
			const bytes = isOk(reply) ? reply.bytes : null;
			const found =
				bytes && isSame(bytes, goods.bytes)
					? "full"
					: bytes && isWebOf(goods, bytes)
						? "web"
						: "none";
			// A new version's smaller size may still wait for its creator's browser.
			const isMade = webSize !== undefined || goods.earlierIds.length === 0;
			const expected = isFull ? "full" : isWeb && isMade ? "web" : "none";
			if (found !== expected) faults.push(`${who}, ${slug}, ${id}: ${found}, not ${expected}`);
		}
	}
	return faults;
}

type ShownFiles = {
	fileShare: { isPaid: boolean };
	files: { id: string; wholeOnly?: true; webSize?: number }[];
};

/** Compares each buyer's access with whether the provider has the money. */
async function compareAccess(world: World, { attempts }: Market): Promise<string[]> {
	const faults: string[] = [];
	const kept = keptIntents(world);
	const approved = world.sql.prepare(
		`select 1 from purchases join shares on shares.id = share_id
			where slug = ? and buyer_email = ? and route = 'direct' and purchases.state = 'paid'`,
	);
	// After five refusals by the bank the operator takes over (D26).
	const leftToOperator = world.sql.prepare(
		`select 1 from ledger where purchase_id = ? and cause_key like 'refund_failed:%'
			and exists (select 1 from outbox where dedupe_key = 'auto-refund-failed:' || purchase_id || ':operator')
			group by purchase_id having count(*) >= ${MAX_FAILURES}`,
	);
	const isApproved = ({ offer, email }: (typeof attempts)[number]) =>
		approved.get(offer.slug, email.toLowerCase()) !== undefined;
	for (const { offer, browser, route, intentId, email } of attempts) {
		if (
			route !== "card" ||
			intentId === null ||
			offer.saleMode === "link" ||
			// See `compareFiles`.
			offer.singles ||
			(offer.isBundle && attempts.some((one) => one.browser === browser && one.items)) ||
			offer.deletedAt ||
			offer.takenDownAt
		)
			continue;
		const row = world.sql
			.prepare(
				"select id, state, revoked_at, auto_refund_reason from purchases where payment_intent_id = ?",
			)
			.get(intentId) as Row | undefined;
		if (row?.revoked_at || (row?.auto_refund_reason && leftToOperator.get(String(row.id))))
			continue;
		const reply = await browser.send("GET", `/api/file-shares/${offer.slug}`);
		const isOpen =
			isOk(reply) && jsonOf<{ fileShare: { isPaid: boolean } }>(reply).fileShare.isPaid;
		// One browser may have paid twice for a share, for a bundle with it, or for each part of a bundle.
		const paid = attempts.filter(
			(other) =>
				other.browser === browser &&
				(other.route === "direct"
					? isApproved(other)
					: other.intentId === null || kept.has(other.intentId)),
		);
		const held = new Set(paid.flatMap(({ offer: { goods } }) => goods));
		const isPaid =
			paid.some((other) => other.offer === offer) || offer.goods.every((file) => held.has(file));
		if (isOpen === isPaid) continue;
		faults.push(
			`${email}, ${offer.slug}, ${intentId}: ${isPaid ? "paid without access" : "access without payment"}, ${JSON.stringify(row ?? null)}, ${reply?.status}`,
		);
	}
	return faults;
}
