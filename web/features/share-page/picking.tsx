import { type ComponentType, createContext, type ReactNode, use } from "react";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";

type HeartProps = {
	file: ShareFile;
	/** a picture's tile, a row or caption, or the viewer */
	on: "tile" | "row" | "stage";
};

/** The parts that a share whose files are chosen one by one adds to its page, loaded only there. */
export type Picking = {
	/** those that the filter shows */
	files: ShareFile[];
	onSeen: (id: string) => void;
	Heart: ComponentType<HeartProps>;
	Filters: ComponentType;
	/** `closed`: see `BuyBar` */
	Bar: ComponentType<{ closed: ReactNode }>;
	InCard: ComponentType;
	InViewer: ComponentType<{ file: ShareFile }>;
};

export const PickingContext = createContext<Picking | null>(null);

/** Null for all other shares. */
export const usePicking = () => use(PickingContext);

export const isPicked = ({ fileShare }: ShareResponse): boolean =>
	!fileShare.isOwner &&
	(fileShare.choosing !== null || (fileShare.singles !== null && !fileShare.isPaid));

export function Heart(props: HeartProps) {
	const picking = usePicking();
	return picking && <picking.Heart {...props} />;
}
