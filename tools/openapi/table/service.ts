import type { Area } from "../operation.ts";

export const service: Area = {
	name: "Service",
	description: "What the installation offers, messages to its operator, and its health.",
	operations: {
		"GET /api/config": {
			summary: "Read the public configuration",
			description:
				"What the website's pages need to know of the installation: plans, limits and what is paused.",
			ok: { 200: "PublicConfig" },
		},
		"POST /api/support": {
			summary: "Ask for help",
			description: "A message to the operator, with or without an account.",
			ok: { 201: "CreatedMessage" },
			example: {
				email: "grace@example.com",
				subject: "Download",
				message: "The archive stops at the second file.",
			},
		},
		"POST /api/reports": {
			summary: "Report a share",
			description: "To the operator, who decides. A report changes nothing by itself.",
			ok: { 201: "CreatedMessage" },
			errors: ["share.locked", "share.not_found"],
			example: {
				shareId: "0rgadCY8niNFmzs3UjqlUA",
				reason: "scam",
				message: "These pictures belong to somebody else.",
				email: "grace@example.com",
			},
		},
		"GET /api/decisions": {
			summary: "List decisions against the creator",
			description: "Of the operator, against shares or the account, the latest first.",
			ok: { 200: "OwnSanction[]" },
		},
		"POST /api/decisions/:id/appeal": {
			summary: "Appeal against a decision",
			description: "Once for each decision that is in force.",
			ok: { 204: null },
			errors: ["sanction.appealed", "sanction.not_found"],
			example: { text: "These are my own pictures; I can send the originals." },
		},
		"GET /api/health": {
			summary: "Check that everything is reachable",
			description: "For monitors: the database, the bucket and the payment provider.",
			ok: { 200: "Health", 503: "Health" },
			headers: ["Worker-Version"],
		},
		"GET /api/health/deep": {
			summary: "Check everything in depth",
			description:
				"For the operator, with the variable `HEALTH_TOKEN`. Without that variable there is no such address.",
			ok: { 200: "DeepHealth", 503: "DeepHealth" },
			errors: ["not_found"],
			credential: "health",
		},
		"GET /api/openapi.json": {
			summary: "Read this description",
			description: "Any site may read it.",
			ok: {
				200: { types: ["application/json"], description: "The description, as OpenAPI 3.1." },
			},
			headers: ["ETag"],
		},
	},
};
