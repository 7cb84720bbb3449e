import * as z from "zod";
import { newConfirmation, spendConfirmation } from "./confirmation.ts";
import type { Call, Tool, tool } from "./tool.ts";

/** Holds sentences, the same as data, and the state that it depends on. */
export type Preview<Effect> = { text: string; effect: Effect; state: unknown };
/** Why nothing is left to do. */
export type AlreadyDone = { alreadyDone: string };

const confirmationField = z
	.string()
	.max(200)
	.optional()
	.describe(
		"Leave it out at first: the call then only says what would happen and returns a code. Show that to the person; only when they agree, repeat the call with the same arguments and this code.",
	);

/**
 * A tool that moves money or deletes: its first call describes the effect, and only a second one with the first
 * one's code has it.
 */
export function confirmedTool<Input extends z.ZodObject, Effect extends z.ZodObject>({
	input,
	would,
	preview,
	act,
	...described
}: Omit<Parameters<typeof tool<Input, z.ZodObject>>[0], "output" | "run" | "effect"> & {
	readonly would: Effect;
	readonly preview: (
		call: Call,
		input: z.input<Input>,
	) => Promise<Preview<z.input<Effect>> | AlreadyDone>;
	/** the report of the action */
	readonly act: (call: Call, input: z.input<Input>) => Promise<string>;
}): Tool {
	return {
		...described,
		effect: "destroy",
		input: input.extend({ confirmation: confirmationField }),
		output: z.object({
			done: z.boolean().describe("false: nothing was done yet, a confirmation is needed"),
			effect: would.optional().describe("what would happen"),
			confirmation: z.string().optional(),
			confirmUntil: z.string().optional(),
		}),
		run: async (call: Call, given: z.input<Input> & { confirmation?: string }) => {
			const { confirmation, ...own } = given;
			const asked = own as z.input<Input>;
			const shown = await preview(call, asked);
			if ("alreadyDone" in shown) return { text: shown.alreadyDone, data: { done: true } };
			const subject = { tool: described.name, input: own, state: shown.state };
			if (confirmation !== undefined) {
				await spendConfirmation(call.ctx, subject, confirmation);
				return { text: await act(call, asked), data: { done: true } };
			}
			const { text: code, expiresAt } = await newConfirmation(call.ctx, subject);
			const confirmUntil = new Date(expiresAt).toISOString();
			const { text, effect } = shown;
			return {
				text,
				confirmation: code,
				data: { done: false, effect, confirmation: code, confirmUntil },
			};
		},
	};
}
