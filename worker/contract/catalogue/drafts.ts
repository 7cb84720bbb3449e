import * as z from "zod";
import { MAX_DESCRIPTION_LENGTH, MAX_LICENCE_LENGTH, MAX_TITLE_LENGTH } from "../constants.ts";
import { idField } from "../fields.ts";
import { pricingField } from "./pricing.ts";
import { previewField, saleModeField } from "./shares.ts";

/** The maximum number of drafts of a creator. */
export const MAX_DRAFTS = 20;

export const draftParam = z.object({ id: idField });

/** What is typed into the form for a new share, as typed: it need not be complete or valid yet. */
export const draftInput = z.object({
	title: z.string().max(MAX_TITLE_LENGTH),
	description: z.string().max(MAX_DESCRIPTION_LENGTH),
	licence: z.string().max(MAX_LICENCE_LENGTH).default(""),
	pricing: pricingField,
	price: z.string().max(20),
	suggestedPrice: z.string().max(20),
	asksAddress: z.boolean(),
	saleMode: saleModeField,
	maxSales: z.string().max(20),
	preview: previewField,
});

export type DraftDetails = z.output<typeof draftInput>;

/** A share that is not published yet: its text and settings, without files. */
export type ShareDraft = { id: string; details: DraftDetails; updatedAt: string };
