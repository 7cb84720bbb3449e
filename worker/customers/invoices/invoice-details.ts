import { and, eq, type SQL, sql } from "drizzle-orm";
import { centsOf } from "../../contract/fields.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import type { InvoiceDetails, Party } from "../../payments/invoices/contract.ts";
import { presentInvoice, presentParty } from "../../payments/invoices/present-invoice.ts";
import { invoiceDetails, invoices } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import type { MyPurchase } from "../receipts/contract.ts";
import { fetchReceipt } from "../receipts/my-purchases.ts";

export async function fetchInvoiceDetails(ctx: CreatorCtx): Promise<InvoiceDetails> {
	const [row] = await ctx.replica
		.select()
		.from(invoiceDetails)
		.where(eq(invoiceDetails.userId, ctx.user.id));
	return { details: row ? presentParty(row) : null };
}

/** Issued invoices keep theirs. */
export async function setInvoiceDetails(ctx: CreatorCtx, details: Party): Promise<InvoiceDetails> {
	const row = { ...details, updatedAt: ctx.now() };
	await ctx.db
		.insert(invoiceDetails)
		.values({ userId: ctx.user.id, ...row })
		.onConflictDoUpdate({ target: invoiceDetails.userId, set: row });
	return { details };
}

/**
 * The caller must hold the purchase. An invoice that already has a buyer's details gets a credit note, and a new one
 * is issued. Throws `purchase.not_found`, and `invoice.final` if an invoice with other details has had a refund.
 */
export async function setBuyerDetails(
	ctx: Ctx,
	{ id, details }: { id: string; details: Party },
): Promise<MyPurchase> {
	const receipt = await fetchReceipt(ctx, { id });
	const { invoice } = receipt;
	if (!invoice || isSame(invoice.buyer, details)) return receipt;
	const isGivenBack = receipt.state !== "paid" || invoice.creditNotes.length > 0;
	if (invoice.buyer && isGivenBack) throw failure("invoice.final");
	const buyer = {
		buyerName: details.name,
		buyerAddress: details.address,
		buyerCountry: details.country,
		buyerTaxNumber: details.taxNumber,
	};
	const [changed] = await ctx.db
		.update(invoices)
		.set(invoice.buyer ? { ...buyer, ...newInvoice(ctx) } : buyer)
		.where(and(eq(invoices.purchaseId, id), isStill(invoice.buyer)))
		.returning();
	if (!changed) throw failure("service.unavailable");
	const priceCents = centsOf(receipt.price) ?? 0;
	const { seller, creditNotes } = invoice;
	const after = presentInvoice(changed, null, { refunds: "[]", priceCents });
	return { ...receipt, invoice: after && { ...after, seller, creditNotes } };
}

/** Keeps the present invoice. */
function newInvoice(ctx: Ctx) {
	const now = ctx.now();
	return {
		number: sql`(select max(others.number) + 1 from invoices others
			where others.creator_id = invoices.creator_id)`,
		issuedAt: now,
		replaced: sql`json_insert(coalesce(replaced, '[]'), '$[#]', json_object('number', number,
			'issuedAt', issued_at, 'replacedAt', ${now}, 'buyer', json_object('name', buyer_name,
			'address', buyer_address, 'country', buyer_country, 'taxNumber', buyer_tax_number)))`,
	};
}

const isStill = (buyer: Party | null): SQL =>
	sql`(${invoices.buyerName} is ${buyer?.name ?? null} and ${invoices.buyerAddress} is ${buyer?.address ?? null}
		and ${invoices.buyerCountry} is ${buyer?.country ?? null}
		and ${invoices.buyerTaxNumber} is ${buyer?.taxNumber ?? null})`;

const isSame = (one: Party | null, other: Party): boolean =>
	one !== null &&
	one.name === other.name &&
	one.address === other.address &&
	one.country === other.country &&
	one.taxNumber === other.taxNumber;
