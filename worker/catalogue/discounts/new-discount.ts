import * as z from "zod";
import { checkDiscount, discountInput } from "./contract.ts";

const { shape } = discountInput;
export const newDiscountInput = z
	.strictObject({
		...shape,
		name: shape.name.default(""),
		percent: shape.percent.default(null),
		amount: shape.amount.default(null),
		shareIds: shape.shareIds.default(null),
		startsAt: shape.startsAt.default(null),
		endsAt: shape.endsAt.default(null),
		maxUses: shape.maxUses.default(null),
		maxPerBuyer: shape.maxPerBuyer.default(null),
		belowMinimum: shape.belowMinimum.default("direct"),
		active: shape.active.default(true),
	})
	.superRefine(checkDiscount);
