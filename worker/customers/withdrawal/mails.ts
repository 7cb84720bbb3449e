import { paths } from "../../contract/paths.ts";
import { directByOf } from "../../payments/direct/contract/direct-way.ts";
import {
	filesOf,
	mailToBuyer,
	mailToSeller,
	type ToBuyer,
	type ToSeller,
} from "../../purchases/sale-mails.ts";
import type { WithdrawalOutcome } from "./contract.ts";

export type Declared = {
	readonly name: string;
	readonly email: string;
	readonly at: number;
	readonly outcome: WithdrawalOutcome;
	readonly isAutomatic: boolean;
};

/** Sent immediately. */
export const withdrawalMail = mailToBuyer({
	kind: { name: "withdrawal", audience: "buyer", perDay: 5 },
	write: (
		{ texts, texts: { withdrawal, labels }, money, day, moment },
		{ sale, sale: { purchase, creator }, declared }: ToBuyer & { declared: Declared },
	) => ({
		subject: withdrawal.subject,
		paragraphs: [
			withdrawal.received({ time: moment(declared.at) }),
			withdrawal.declaration,
			declared.isAutomatic ? withdrawal.refundsItself : withdrawal.outcomes[declared.outcome],
		],
		rows: [
			[labels.name, declared.name],
			[labels.email, declared.email],
			[labels.files, filesOf({ texts }, sale)],
			[labels.creator, creator.name],
			[labels.price, money(purchase.priceCents, purchase.currency)],
			[labels.date, day(purchase.paidAt ?? purchase.createdAt)],
			[labels.reference, purchase.reference],
			[labels.withdrawn, moment(declared.at)],
		],
		notes: [withdrawal.note],
		dedupeKey: `withdrawal:${purchase.id}:buyer`,
	}),
});

export const withdrawnSaleMail = mailToSeller({
	kind: { name: "withdrawn", audience: "creator", perDay: 24 },
	write: (
		{ texts, texts: { withdrawnSale, labels, buttons }, money, day, moment },
		{ sale, sale: { purchase, slug }, declared }: ToSeller & { declared: Declared },
	) => {
		const way = directByOf(purchase);
		const { edgeCountry, cardCountry, route } = purchase;
		const places = route === "card" ? [edgeCountry, cardCountry] : [edgeCountry];
		return {
			subject: withdrawnSale.subject,
			paragraphs: [
				withdrawnSale.text,
				declared.isAutomatic
					? withdrawnSale.refundsItself
					: withdrawnSale.outcomes[declared.outcome],
				purchase.countryConflict ? withdrawnSale.conflict : null,
				way && withdrawnSale.direct({ way }),
			],
			rows: [
				[labels.name, declared.name],
				[labels.buyer, purchase.buyerEmail ?? declared.email],
				[labels.files, filesOf({ texts }, sale)],
				[labels.price, money(purchase.priceCents, purchase.currency)],
				[labels.date, day(purchase.paidAt ?? purchase.createdAt)],
				[labels.reference, purchase.reference],
				[labels.withdrawn, moment(declared.at)],
				[labels.place, places.map((place) => place ?? "–").join(" / ")],
			],
			action: [buttons.openSale, paths.sales(slug)],
			dedupeKey: `withdrawal:${purchase.id}:creator`,
		};
	},
});
