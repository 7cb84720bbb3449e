import * as z from "zod";
import { bodyOf } from "../api.ts";
import { tool } from "../tool.ts";
import { counted, time } from "./fields.ts";

const listUploads = tool({
	name: "list_uploads",
	title: "List unfinished uploads",
	description: "Lists uploads that were begun and not finished, with how much has arrived.",
	scopes: ["shares:read"],
	effect: "read",
	input: z.strictObject({}),
	output: z.object({
		uploads: z.array(
			z.object({
				id: z.string(),
				title: z.string(),
				state: z.enum(["open", "completing", "done"]),
				fileCount: z.number(),
				totalSize: z.number().describe("bytes"),
				receivedSize: z.number().describe("bytes"),
				createdAt: time,
				expiresAt: time,
			}),
		),
	}),
	run: async (call) => {
		const uploads = await bodyOf(call.api.api.uploads.$get());
		return { text: `${counted(uploads.length, "unfinished upload")}.`, data: { uploads } };
	},
});

export const uploadTools = [listUploads];
