// Shows the description of the API. Nothing is loaded from, or sent to, another site.
globalThis.SwaggerUIBundle({
	url: "/api/openapi.json",
	dom_id: "#api",
	deepLinking: true,
	docExpansion: "list",
	defaultModelsExpandDepth: 0,
	displayRequestDuration: true,
	filter: true,
	// It would send the description to a service of its makers.
	validatorUrl: null,
	// A token that was entered is gone with the page.
	persistAuthorization: false,
});
