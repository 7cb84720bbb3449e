import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../contract/constants.ts";
import { createShareInput } from "./contract/shares.ts";

const { properties, required = [] } = z.toJSONSchema(createShareInput, {
	io: "input",
	unrepresentable: "any",
});

export const newShareForm = {
	type: "object",
	properties: {
		...properties,
		files: {
			type: "array",
			items: { type: "string", format: "binary" },
			description: "The files, each with its name.",
			minItems: 1,
			maxItems: MAX_FILES_PER_SHARE,
		},
		folderPaths: {
			type: "array",
			items: { type: "string" },
			description: "The folder of each file, in their order.",
		},
	},
	required: [...required, "files"],
};
