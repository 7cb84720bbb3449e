import { describeRoutes, json } from "../../route.docs.ts";

/** A message that has arrived. */
type CreatedMessage = { id: string };

export const supportDocs = describeRoutes("Service", {
	"POST /api/support": {
		who: "anyone",
		trips: { primary: 3 },
		summary: "Ask for help",
		description: "A message to the operator, with or without an account.",
		ok: { 201: json<CreatedMessage>() },
		example: {
			email: "grace@example.com",
			subject: "Download",
			message: "The archive stops at the second file.",
		},
	},
	"POST /api/reports": {
		who: "reports",
		trips: { primary: 3 },
		summary: "Report a share",
		description: "To the operator, who decides. A report changes nothing by itself.",
		ok: { 201: json<CreatedMessage>() },
		errors: ["share.locked", "share.not_found"],
		example: {
			shareId: "0rgadCY8niNFmzs3UjqlUA",
			reason: "scam",
			message: "These pictures belong to somebody else.",
			email: "grace@example.com",
		},
	},
});
