// Built by Vite from web/app/share-server.tsx.
declare module "#rendering" {
	export const renderShare: import("../../catalogue/shares/contract/share-view.ts").RenderShare;
	export const renderCreator: import("./contract/creator-page.ts").RenderCreator;
}
