import type { Ctx } from "../context.ts";
import { caseEntries, cases } from "./tables.ts";

type Opened = Omit<typeof cases.$inferInsert, "id" | "createdAt" | "updatedAt"> & {
	id: string;
	/** absent if the operator begins the review */
	message?: string;
};

export function openCase(ctx: Ctx, { message, ...fields }: Opened) {
	const at = ctx.now();
	const entry = { id: ctx.id(), caseId: fields.id, kind: "message", at } as const;
	return [
		ctx.db.insert(cases).values({ ...fields, createdAt: at, updatedAt: at }),
		...(message ? [ctx.db.insert(caseEntries).values({ ...entry, text: message })] : []),
	] as const;
}
