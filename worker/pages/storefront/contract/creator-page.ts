import * as z from "zod";
import type { Refusal } from "../../../catalogue/shares/contract/share-view.ts";
import type { ListedShare } from "../../../catalogue/shares/contract/shares.ts";
import { MAX_LINK_LENGTH, MIB } from "../../../contract/constants.ts";
import { lineField } from "../../../contract/fields.ts";
import type { Locale } from "../../../contract/locales.ts";
import { handleField } from "./handles.ts";

export const MAX_LINE_LENGTH = 160;
export const MAX_LINKS = 5;
/** The newest come first. */
export const MAX_LISTED_SHARES = 100;
/** How many other shares a buyer is shown after a purchase. */
export const MORE_SHARES = 3;

/** A creator's picture as it is sent. */
export const MAX_AVATAR_BYTES = 5 * MIB;
export const MAX_AVATAR_PIXELS = 50_000_000;
/** The edge of the stored square picture, in pixels. */
export const AVATAR_EDGE = 400;

/** A link to another site, https by default. */
const linkField = z
	.string()
	.trim()
	.max(MAX_LINK_LENGTH, "This link is too long")
	.transform((link) => (/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`))
	.pipe(
		z
			.url({
				protocol: /^https$/,
				hostname: z.regexes.domain,
				normalize: true,
				error: "Enter a link that starts with https://",
			})
			// A name before the host would pass for the host.
			.refine((link) => !/^https:\/\/[^/?#]*@/i.test(link), {
				error: "Enter a link that starts with https://",
			}),
	);

export const creatorPageInput = z.strictObject({
	/** 3 to 30 letters, digits and hyphens, unique */
	handle: handleField,
	/** at most 160 characters; null for nothing */
	line: lineField(MAX_LINE_LENGTH, "At most 160 characters").nullable().default(null),
	/** at most five, with HTTPS */
	links: z.array(linkField).max(MAX_LINKS, "At most 5 links").default([]),
});
export const handleParam = z.strictObject({ handle: z.string().min(1).max(64) });

/** A creator's page, as its creator edits it. */
export type OwnCreatorPage = {
	handle: string;
	line: string | null;
	links: string[];
	avatar: string | null;
	/** they redirect to the page until then, and nobody else can take them */
	formerHandles: {
		handle: string;
		/** ISO 8601 in UTC */
		until: string;
	}[];
};

/** Whether a handle is free. */
export type HandleAvailability = {
	/** the handle that was asked about */
	handle: string;
	/** the creator could take it now */
	available: boolean;
};

/** The response of `GET /api/creators/{handle}`, also inlined in the creator's page. */
export type CreatorPage = {
	handle: string;
	/** the name that the creator gave */
	displayName: string;
	line: string | null;
	links: string[];
	avatar: string | null;
	/** listed shares that are on sale, newest first */
	shares: ListedShare[];
};

/** The data of a creator's page, inlined for the browser. */
export type InlinedCreator =
	| { page: CreatorPage; refusal?: undefined }
	| { page?: undefined; refusal: Refusal };

export type RenderCreator = (input: {
	address: string;
	inlined: InlinedCreator;
	locale: Locale;
}) => { html: string; title: string; description: string };
