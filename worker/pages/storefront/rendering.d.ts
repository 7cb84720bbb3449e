// Built by Vite from web/app/share-server.tsx.
declare module "#rendering" {
	export const renderShare: import("../../contract/catalogue/share-view.ts").RenderShare;
	export const renderCreator: import("../../contract/pages/creator-page.ts").RenderCreator;
}
