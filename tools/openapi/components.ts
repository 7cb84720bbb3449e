import type {
	WebhookEventType,
	WebhookPayload,
} from "../../worker/api/webhooks/contract/webhooks.ts";
import type { ErrorBody } from "../../worker/contract/errors.ts";

type PascalCase<Text extends string> = Text extends `${infer First}.${infer Rest}`
	? `${PascalCase<First>}${PascalCase<Rest>}`
	: Text extends `${infer First}_${infer Rest}`
		? `${Capitalize<First>}${PascalCase<Rest>}`
		: Capitalize<Text>;

/** Named otherwise than their types. `type-schemas.ts` adds the types that these and the routes' responses lead to. */
export type Components = {
	/** `SaleCreatedEvent` and so on */
	[Type in WebhookEventType as `${PascalCase<Type>}Event`]: WebhookPayload<Type>;
} & { Error: ErrorBody };
