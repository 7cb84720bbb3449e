import { describeRoutes, json } from "../../route.docs.ts";
import type { AddressChange, ConfirmedAddressChange } from "../contract.ts";

/** The change of the account's address that is pending. */
type PendingAddressChange = {
	/** null where none is pending */
	change: AddressChange | null;
};

/** A change of the account's address that has begun. */
type BegunAddressChange = { change: AddressChange };

export const addressChangeDocs = describeRoutes("Account", {
	"GET /api/email/change": {
		who: "creators",
		trips: { replica: 2 },
		summary: "Read the pending change of the email address",
		description: "Null where no change is pending.",
		ok: { 200: json<PendingAddressChange>() },
	},
	"POST /api/email/change": {
		who: "creators",
		trips: { primary: 12 },
		summary: "Begin to change the email address",
		description:
			"Sends a link to the new address and one to the former. An earlier change that is pending ends.",
		ok: { 200: json<BegunAddressChange>() },
		errors: ["account.confirmation_required", "forbidden"],
		example: { email: "ada@example.org", password: "a long passphrase" },
	},
	"DELETE /api/email/change": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Cancel the change of the email address",
		description: "Repeating it changes nothing.",
		ok: { 204: null },
	},
	"POST /api/email/change/confirm": {
		who: "token",
		trips: { primary: 4 },
		summary: "Confirm a new email address by a mailed token",
		description: "By the link that was mailed to one of the two addresses.",
		ok: { 200: json<ConfirmedAddressChange>() },
		errors: ["address.taken", "token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4c" },
	},
	"POST /api/email/change/refuse": {
		who: "token",
		trips: { primary: 2 },
		summary: "Refuse a new email address by a mailed token",
		description: "Ends the change. The token is that of either mail.",
		ok: { 204: null },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4c" },
	},
});
