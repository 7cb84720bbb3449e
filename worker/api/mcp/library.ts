import * as z from "zod";
import { loadLibrary } from "#mcp-library";

/** All of zod would bundle every language's messages. */
const ZOD = {
	any: z.any,
	array: z.array,
	boolean: z.boolean,
	coerce: z.coerce,
	email: z.email,
	discriminatedUnion: z.discriminatedUnion,
	enum: z.enum,
	intersection: z.intersection,
	iso: z.iso,
	lazy: z.lazy,
	literal: z.literal,
	looseObject: z.looseObject,
	null: z.null,
	number: z.number,
	object: z.object,
	optional: z.optional,
	preprocess: z.preprocess,
	record: z.record,
	safeParse: z.safeParse,
	string: z.string,
	toJSONSchema: z.toJSONSchema,
	union: z.union,
	unknown: z.unknown,
	url: z.url,
	NEVER: z.NEVER,
	ZodIssueCode: z.ZodIssueCode,
};

export type Library = ReturnType<typeof loadLibrary>;

let loaded: Library | undefined;

/** The first call evaluates the library. */
export function library(): Library {
	loaded ??= loadLibrary(() => ZOD);
	return loaded;
}
