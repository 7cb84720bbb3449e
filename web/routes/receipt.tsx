import { ReceiptPage } from "../features/purchases/receipt-page.tsx";

export default function ReceiptRoute() {
	return <ReceiptPage />;
}
