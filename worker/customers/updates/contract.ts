import * as z from "zod";
import { MAX_UPDATE_TEXT } from "../../contract/constants.ts";

export const buyerUpdateInput = z.strictObject({
	/** the message, at most 3,000 characters */
	text: z
		.string()
		.trim()
		.min(1, "Write something first")
		.max(MAX_UPDATE_TEXT, "The text is too long"),
});

/** A message to the buyers of a share. */
export type BuyerUpdate = {
	id: string;
	/** the message */
	text: string;
	createdAt: string;
	/** how many buyers it is for */
	recipients: number;
	/** how many of them it was sent to so far */
	sent: number;
	/** it was sent to all of them */
	finished: boolean;
};

/** The state before a creator writes to the buyers of a share. */
export type BuyerUpdates = {
	/** how many would get a message now: each address once, without those who unsubscribed */
	buyers: number;
	/** how many minutes it would take to send */
	minutes: number;
	/** until when no further message is possible; null if one is possible now */
	nextAt: string | null;
	/** the mail around the creator's text, in the creator's language */
	mail: {
		/** the subject */
		subject: string;
		/** the paragraph before the text */
		intro: string;
		/** the label of the button below the text */
		button: string;
		/** the lines at its end */
		notes: string[];
	};
	/** latest messages, newest first */
	updates: BuyerUpdate[];
};
