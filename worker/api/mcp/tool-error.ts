import type { ErrorBody } from "../../contract/errors.ts";

/** Its message is for the model and its user. */
export class ToolError extends Error {
	readonly code: string;
	readonly fields: Readonly<Record<string, string>>;

	constructor({
		code,
		message,
		fields = {},
	}: Pick<ErrorBody, "message" | "fields"> & { code: string }) {
		super(message);
		this.name = "ToolError";
		this.code = code;
		this.fields = fields;
	}
}
