import { describePages, UNBOUNDED } from "../route.docs.ts";

export const operatorDocs = describePages(
	"the operator's console: pages for people of the service",
	{
		"ALL /operator/*": {
			who: "console",
			yes: 404,
		},
		"GET /operator": {
			who: "console",
			trips: { replica: 10, primary: 30, objects: 2, files: 2, provider: 2 },
		},
		"GET /operator/search": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/cases": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/cases/:id": {
			who: "console",
			trips: { primary: 5 },
		},
		"GET /operator/creators/:id": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/shares/:id": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/purchases/:id": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/queue": {
			who: "console",
			trips: { replica: 3, primary: 4 },
		},
		"GET /operator/jobs": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"GET /operator/switches": {
			who: "console",
			trips: { primary: 3 },
		},
		"GET /operator/audit-log": {
			who: "console",
			trips: { replica: 2, primary: 4 },
		},
		"POST /operator/cases/:id/answer": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/cases/:id/note": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/cases/:id/close": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/cases/:id/reopen": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/shares/:id/take-down": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 5 },
		},
		"POST /operator/creators/:id/suspend": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 5 },
		},
		"POST /operator/sanctions/:id/lift": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/sanctions/:id/reject": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/purchases/:id/receipt": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/mails/:id/retry": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/jobs/:id/run": {
			who: "console's acts",
			yes: 303,
			trips: {
				replica: UNBOUNDED,
				primary: UNBOUNDED,
				objects: UNBOUNDED,
				files: UNBOUNDED,
				provider: UNBOUNDED,
			},
		},
		"POST /operator/switches/:id": {
			who: "console's acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/creators/:id/end-sessions": {
			who: "console's fresh acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/creators/:id/reset-second-factor": {
			who: "console's fresh acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/creators/:id/agree-to-address": {
			who: "console's fresh acts",
			yes: 303,
			trips: { primary: 6 },
		},
		"POST /operator/purchases/:id/refund": {
			who: "console's fresh acts",
			yes: 303,
			trips: { replica: 1, primary: 7, provider: 5 },
		},
		"POST /operator/purchases/:id/refund-line": {
			who: "console's fresh acts",
			yes: 303,
			trips: { replica: 1, primary: 8, provider: 5 },
		},
		"POST /operator/purchases/:id/address": {
			who: "console's fresh acts",
			yes: 303,
			trips: { primary: 4 },
		},
		"POST /operator/shares/:id/original": {
			who: "console's fresh acts",
			yes: "bytes",
			trips: { primary: 4, files: 1 },
		},
		"POST /operator/shares/:id/release": {
			// nothing is held
			who: "console's acts",
			yes: 409,
			trips: { primary: UNBOUNDED, files: UNBOUNDED },
		},
	},
);
