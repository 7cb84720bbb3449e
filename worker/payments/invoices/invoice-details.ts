import { eq } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../context.ts";
import type { InvoiceDetails, Party } from "../../contract/invoices.ts";
import type { MyPurchase } from "../../contract/payments.ts";
import { fetchReceipt } from "../receipts/my-purchases.ts";
import { invoiceDetails, invoices } from "../tables.ts";
import { presentParty } from "./present-invoice.ts";

/** Returns what the creator wants on invoices. */
export async function fetchInvoiceDetails(ctx: CreatorCtx): Promise<InvoiceDetails> {
	const [row] = await ctx.replica
		.select()
		.from(invoiceDetails)
		.where(eq(invoiceDetails.userId, ctx.user.id));
	return { details: row ? presentParty(row) : null };
}

/** Stores what stands on the creator's invoices from now on; those issued before keep theirs. */
export async function setInvoiceDetails(ctx: CreatorCtx, details: Party): Promise<InvoiceDetails> {
	const row = { ...details, updatedAt: ctx.now() };
	await ctx.db
		.insert(invoiceDetails)
		.values({ userId: ctx.user.id, ...row })
		.onConflictDoUpdate({ target: invoiceDetails.userId, set: row });
	return { details };
}

/** Deletes them; what stands on invoices that were issued stays for the legal period. */
export async function deleteInvoiceDetails(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(invoiceDetails).where(eq(invoiceDetails.userId, userId));
}

/**
 * Puts a buyer's name and address on the invoice of a purchase that the caller holds. Throws
 * `purchase.not_found` for everyone else.
 */
export async function setBuyerDetails(
	ctx: Ctx,
	{ id, details }: { id: string; details: Party },
): Promise<MyPurchase> {
	const receipt = await fetchReceipt(ctx, { id });
	await ctx.db
		.update(invoices)
		.set({
			buyerName: details.name,
			buyerAddress: details.address,
			buyerCountry: details.country,
			buyerTaxNumber: details.taxNumber,
		})
		.where(eq(invoices.purchaseId, id));
	return {
		...receipt,
		invoice: receipt.invoice && { ...receipt.invoice, buyer: details },
	};
}
