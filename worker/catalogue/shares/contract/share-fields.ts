import * as z from "zod";
import {
	MAX_DESCRIPTION_LENGTH,
	MAX_FILES_PER_SHARE,
	MAX_LICENCE_LENGTH,
	MAX_PASSWORD_LENGTH,
	MAX_SAMPLES,
	MAX_TITLE_LENGTH,
} from "../../../contract/constants.ts";
import {
	descriptionField,
	externalIdField,
	idField,
	licenceField,
	titleField,
} from "../../../contract/fields.ts";
import { CURRENCY_CODES } from "../../../contract/money.ts";
import { ownedPartsField, partsField } from "../../bundles/contract.ts";
import { choosingField, typedChoosing } from "./choosing.ts";
import { type Shape, shapeOf, type Values } from "./field-table.ts";
import { FILE_FIELDS } from "./file-fields.ts";
import { amountField, pricingField } from "./pricing.ts";
import { shownSingles, singlesField, typedSingles } from "./singles.ts";

const saleModeField = z.enum(["each", "link"]);
export type SaleMode = z.infer<typeof saleModeField>;

const maxSalesField = z.coerce
	.number()
	.int("Must be a whole number")
	.min(1, "Must be at least 1")
	.max(1_000_000);

/** How pictures are shown before payment; `none`: nothing but file names and sizes. */
export const PREVIEW_IMAGES = ["blur", "watermark", "none"] as const;
const CLIPS = ["30", "60", "whole"] as const;

export const previewField = z.strictObject({
	/** tiny blurred raster, a larger one with a watermark, or no preview of any file */
	images: z.enum(PREVIEW_IMAGES).default("blur"),
	/** how much of audio and video can be played before payment: seconds, a third at most, or `whole` */
	clip: z.enum(CLIPS).default("30"),
});
export type PreviewPolicy = z.infer<typeof previewField>;

const amountTyped = z.string().max(20);

const namesEachOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;
const EACH_ONCE = "Name each file once";

type ShareField = {
	/** in a new share; absent if it can't be given yet */
	create?: z.ZodType;
	/** in an edit; absent if it can't be changed */
	edit?: z.ZodType;
	/** as typed into the form for a new share: may be incomplete or invalid */
	typed?: z.ZodType;
	/** the empty form's value, if not an empty text */
	empty?: unknown;
	/** in responses, for everyone who may see the share */
	shown?: z.ZodType;
	/** in responses, for its creator only */
	shownToOwner?: z.ZodType;
	/** in the API's description and for models; the comment above a field describes it in responses */
	about?: string;
};

/**
 * The fields of a share that its creator sets. Bodies that create and edit shares, drafts, responses, the
 * account's export, the API's description and the tools for models are built from this table; the columns are in
 * `worker/catalogue/shares/share-columns.ts`.
 */
export const SHARE_FIELDS = {
	title: {
		create: titleField,
		edit: titleField,
		typed: z.string().max(MAX_TITLE_LENGTH),
		shown: z.string(),
		about: "what buyers see first, on one line",
	},
	description: {
		create: descriptionField.optional(),
		edit: descriptionField.nullable(),
		typed: z.string().max(MAX_DESCRIPTION_LENGTH),
		shown: z.string().nullable(),
		about: "what buyers read about it, as plain text",
	},
	licence: {
		create: licenceField.optional(),
		edit: licenceField.nullable(),
		typed: z.string().max(MAX_LICENCE_LENGTH).default(""),
		shownToOwner: z.string().nullable(),
		about: "what buyers may do with the files",
	},
	/** of its prices (ISO 4217, lower case): its creator's when it was made */
	currency: { shown: z.enum(CURRENCY_CODES), about: "the currency of its prices" },
	/** the price; with pricing `chosen` the minimum */
	price: {
		create: amountField.optional(),
		edit: amountField,
		typed: amountTyped,
		shown: z.string(),
		about:
			'in the share\'s currency, such as "9.99"; with pricing `chosen` the minimum; with `free` 0, and a new share may leave it out',
	},
	pricing: {
		create: pricingField.default("fixed"),
		edit: pricingField,
		typed: pricingField,
		empty: "fixed",
		shown: pricingField,
		about: "`fixed`: one price; `chosen`: buyers choose, from a minimum; `free`: nothing is paid",
	},
	/** the suggestion if buyers choose the price; null for the minimum */
	suggestedPrice: {
		create: amountField.optional(),
		edit: amountField.nullable(),
		typed: amountTyped,
		shown: z.string().nullable(),
		about: "with pricing `chosen`: what is proposed, in the share's currency",
	},
	/** prices of single files; null if only the whole is sold */
	singles: {
		create: singlesField.optional(),
		edit: singlesField.nullable(),
		typed: typedSingles.nullable().default(null),
		empty: null,
		shown: shownSingles.nullable(),
		about: "prices of single files, in the share's currency; null if only the whole share is sold",
	},
	/** how it asks its clients to choose files; null if it doesn't */
	choosing: {
		create: choosingField.optional(),
		edit: choosingField.nullable(),
		typed: typedChoosing.nullable().default(null),
		empty: null,
		shown: choosingField.nullable(),
		about: "asks its clients to choose files; null if it doesn't",
	},
	/** whether a free share asks for an address; otherwise everyone may download */
	asksAddress: {
		create: z.stringbool().or(z.boolean()).default(true),
		edit: z.boolean(),
		typed: z.boolean(),
		empty: true,
		shown: z.boolean(),
		about: "with pricing `free`: whether buyers leave an address",
	},
	saleMode: {
		create: saleModeField.default("each"),
		edit: saleModeField,
		typed: saleModeField,
		empty: "each",
		shown: saleModeField,
		about:
			"`each`: each buyer pays for their own access; `link`: the first payment opens it for everyone with the link",
	},
	maxSales: {
		create: maxSalesField.optional(),
		edit: maxSalesField.nullable(),
		typed: z.string().max(20),
		shown: z.number().nullable(),
		about: "how many buyers there can be; null for any number",
	},
	/** until then only the creator sees what it is; null once it is open */
	opensAt: {
		edit: z.iso.datetime().nullable(),
		shownToOwner: z.string().nullable(),
		about:
			"ISO 8601; until then only the creator, and who has bought the share before, sees what it is",
	},
	/** when sales end, and downloads too if `endsAccess`; null for never */
	expiresAt: {
		edit: z.iso.datetime().nullable(),
		shown: z.string().nullable(),
		about: "ISO 8601; ends sales, and the access of buyers where `endsAccess` says so",
	},
	/** buyers can download only until `expiresAt` */
	endsAccess: {
		edit: z.boolean(),
		shownToOwner: z.boolean(),
		about: "whether buyers can download until `expiresAt` only",
	},
	/** short ones are allowed: guesses are limited, and people say it to each other */
	password: {
		edit: z.string().min(4, "Must have at least 4 characters").max(MAX_PASSWORD_LENGTH).nullable(),
		about: "what visitors are asked for; null for none",
	},
	/** false once the creator stopped sales or `expiresAt` has passed */
	selling: {
		edit: z.boolean(),
		shown: z.boolean(),
		about: "false stops sales; buyers keep what they have bought",
	},
	/** how pictures are shown before payment; `none`: no preview of any file */
	images: {
		edit: z.enum(PREVIEW_IMAGES),
		shown: z.enum(PREVIEW_IMAGES),
		about: "how pictures are shown before payment; `none`: no preview of any file",
	},
	/** how much of audio and video can be played before payment: seconds, a third at most, or `whole` */
	clip: { shown: z.enum(CLIPS) },
	/** the chosen cover: a file's id, or the share's own for an uploaded cover; null for the default */
	coverFileId: {
		edit: idField.nullable(),
		shown: z.string().nullable(),
		about: "the file whose preview stands for the share, or the share's id for its uploaded cover",
	},
	order: {
		edit: z.array(idField).min(1).max(MAX_FILES_PER_SHARE),
		about: "the ids of all files in the order of the page",
	},
	files: {
		edit: z
			.array(
				z
					.strictObject(shapeOf(FILE_FIELDS, "edit"))
					.partial()
					.extend({ id: idField.describe("the file's id") }),
			)
			.min(1)
			.max(MAX_FILES_PER_SHARE)
			.refine((files) => namesEachOnce(files.map(({ id }) => id)), EACH_ONCE),
		about:
			"files whose previews are switched off or on again, whatever the share shows, and the pages of documents, from 1, that are left out of those that are shown",
	},
	/** the ids of pictures that buyers see sharp before payment, unless their previews are off */
	samples: {
		edit: z.array(idField).max(MAX_SAMPLES).refine(namesEachOnce, EACH_ONCE),
		shownToOwner: z.array(z.string()),
		about:
			"the pictures, three at most, that are shown sharp before payment, by file id; a new share of four pictures or more whose pictures are blurred begins with its first, any other with none",
	},
	/** whether samples have their creator's name across them */
	samplesMarked: {
		create: z.stringbool().or(z.boolean()).default(true),
		edit: z.boolean(),
		typed: z.boolean().default(true),
		empty: true,
		shownToOwner: z.boolean(),
		about:
			"whether samples have their creator's name across them, at most 1,024 pixels long; otherwise they are unmarked, at most 1,600",
	},
	/** shown on the creator's page while it is on sale */
	listed: {
		edit: z.boolean(),
		shownToOwner: z.boolean(),
		about:
			"whether it is listed on the creator's page. New shares are, unless they ask clients to choose or the creator has no page; shares in `link` mode never are",
	},
	/** search engines may show it */
	indexed: {
		edit: z.boolean(),
		shownToOwner: z.boolean(),
		about:
			"whether search engines may show it. They may show new shares, unless these ask clients to choose",
	},
	/** your own id for it; null for none */
	externalId: {
		create: externalIdField.optional(),
		edit: externalIdField.nullable(),
		shownToOwner: z.string().nullable(),
		about: "what another program calls it; one share has it at a time",
	},
	parts: { edit: partsField, about: "of a bundle: its parts in the order of its page" },
	ownedParts: {
		edit: ownedPartsField,
		about:
			"of a bundle: what buyers pay who have some parts already: `full`, the whole price; `less`, in proportion to the parts that they lack",
	},
} satisfies Record<string, ShareField>;

export const PRICE_FIELDS = ["pricing", "price", "suggestedPrice", "asksAddress"] as const;

export type ShownFields<Use extends "shown" | "shownToOwner"> = Values<typeof SHARE_FIELDS, Use>;

/** Returns the schemas of the fields with this use, by name. */
export const shapeFor = <Use extends "create" | "edit" | "typed" | "shown" | "shownToOwner">(
	use: Use,
): Shape<typeof SHARE_FIELDS, Use> => shapeOf(SHARE_FIELDS, use);
