export { SalesPage as default } from "../features/dashboard/sales-page.tsx";
