declare module "icons:*" {
	const body: import("./icon.tsx").IconBody;
	export default body;
}
