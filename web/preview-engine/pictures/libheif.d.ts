/** The package's own types describe only its C functions. */
declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
	type HeifImage = {
		is_primary(): boolean;
		get_width(): number;
		get_height(): number;
		/** fills the pixels; null when the picture is damaged */
		display(into: ImageData, done: (filled: ImageData | null) => void): void;
	};
	export default function create(): {
		HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
	};
}
