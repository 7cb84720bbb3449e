// The bundle that Vite builds from web/app/share-server.tsx (dev/build).
declare module "#rendering" {
	export const renderShare: import("../contract/share-view.ts").RenderShare;
	export const renderCreator: import("../contract/creator-page.ts").RenderCreator;
}
