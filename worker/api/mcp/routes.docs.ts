import { describePages, UNBOUNDED } from "../../route.docs.ts";

export const mcpDocs = describePages(
	"the Model Context Protocol, whose clients ask the server what it can do",
	{
		"POST /mcp": {
			who: "programs",
			token: "any",
			trips: {
				replica: 6,
				primary: UNBOUNDED,
				objects: UNBOUNDED,
				files: UNBOUNDED,
				provider: UNBOUNDED,
			},
		},
	},
);
