import { PurchasesPage } from "../features/purchases/purchases-page.tsx";

export default function PurchasesRoute() {
	return <PurchasesPage />;
}
