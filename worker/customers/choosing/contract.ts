import * as z from "zod";
import type { Choosing } from "../../catalogue/shares/contract/choosing.ts";
import {
	MAX_CHOICE_COMMENT,
	MAX_FILES_PER_SHARE,
	MAX_NAME_LENGTH,
} from "../../contract/constants.ts";
import { idField, lineField, severalLines } from "../../contract/fields.ts";

/** A client's whole choice; whatever it leaves out is no longer chosen. */
export const choiceInput = z.strictObject({
	/** how the creator knows the client */
	name: lineField(MAX_NAME_LENGTH).pipe(z.string().min(1, "Please enter your name")),
	/** the chosen files, and others with a comment */
	files: z
		.array(
			z.strictObject({
				/** the file */
				id: idField,
				/** false if it only has a comment */
				chosen: z.boolean(),
				/** plain text; null without one */
				comment: z
					.string()
					.transform(severalLines)
					.pipe(z.string().max(MAX_CHOICE_COMMENT))
					.transform((text) => text || null)
					.nullable()
					.default(null),
			}),
		)
		.max(MAX_FILES_PER_SHARE),
	/** notifies the creator that the choice is final */
	send: z.boolean().default(false),
});
export type ChoiceInput = z.output<typeof choiceInput>;

export const chooserParam = z.strictObject({ shareId: idField, id: idField });

/** A file that a client has marked or commented on. */
type ChosenFile = {
	/** the file */
	id: string;
	/** false if it only has a comment */
	chosen: boolean;
	/** plain text; null without one */
	comment: string | null;
};

/** This browser's choice. */
export type OwnChoice = {
	/** null before a name is given */
	choice: {
		name: string;
		/** when it was sent; null while it isn't, or has changed since */
		sentAt: string | null;
		/** the chosen files, and others with a comment */
		files: ChosenFile[];
	} | null;
};

/** A choice that was saved. */
export type SavedChoice = {
	/** when it was sent; null while it isn't, or has changed since */
	sentAt: string | null;
};

/** A client of a share that asks its clients to choose. */
export type Chooser = {
	id: string;
	/** the name that they gave */
	name: string;
	/** when they began */
	createdAt: string;
	/** when they sent their choice; null while they haven't, or have changed it since */
	sentAt: string | null;
	/** files that were chosen or have a comment, in the share's order */
	files: ChosenFile[];
};

/** The choices of a share's clients. */
export type Choices = {
	/** null if the share doesn't ask its clients to choose */
	choosing: Choosing | null;
	/** in the order in which they began */
	clients: Chooser[];
};
