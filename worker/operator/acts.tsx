import type { Child } from "hono/jsx";
import type { OperatorCtx } from "../accounts/operator-only.ts";
import { CASE_ACTS } from "./acts/case-acts.ts";
import { CREATOR_ACTS } from "./acts/creator-acts.ts";
import { PURCHASE_ACTS } from "./acts/purchase-acts.ts";
import { SERVICE_ACTS } from "./acts/service-acts.ts";
import { SHARE_ACTS } from "./acts/share-acts.ts";
import { ActForm, type Given } from "./forms.tsx";

export const ACTS = {
	...CASE_ACTS,
	...CREATOR_ACTS,
	...PURCHASE_ACTS,
	...SERVICE_ACTS,
	...SHARE_ACTS,
} as const;

export type Offer = (path: keyof typeof ACTS, id: string, given?: Given) => Child;

/** Returns the function that offers acts on the page at `here`. */
export const offersOn =
	(ctx: OperatorCtx, here: string): Offer =>
	(path, id, given = {}) => (
		<ActForm
			ctx={ctx}
			here={here}
			action={`/operator${path.replace(":id", id)}`}
			act={ACTS[path]}
			given={given}
		/>
	);
