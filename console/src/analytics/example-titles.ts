import type { examples } from '../api/generated/examples.ts';

/** The example questions in Russian and Uzbek; English is what the example itself says. */
export const exampleTitles: Readonly<Record<keyof typeof examples, readonly [ru: string, uz: string]>> = {
  '01-revenue-by-week-and-country': [
    'Сколько мы зарабатываем по неделям и странам и какая это часть недели?',
    'Har hafta har bir davlatda qancha tushum bor va bu haftaning qancha qismi?',
  ],
  '02-refund-rate-by-model': [
    'За какую модель возвращают больше всего денег?',
    'Qaysi model uchun eng koʻp pul qaytariladi?',
  ],
  '03-refund-rate-by-batch': ['По каким партиям возвратов больше всего?', 'Qaysi partiyalarda qaytarish eng koʻp?'],
  '04-refund-reasons': ['Почему возвращают деньги?', 'Nega pul qaytariladi?'],
  '05-return-rate-by-hardware-revision': [
    'Сколько устройств каждой ревизии возвращается?',
    'Har bir reviziyadan nechta qurilma qaytadi?',
  ],
  '06-preorder-conversion-by-source-and-language': [
    'Сколько посетителей предзаказывают: по источнику и языку, по месяцам?',
    'Tashrif buyuruvchilarning qanchasi oldindan buyurtma beradi: manba va til boʻyicha, oyma-oy?',
  ],
  '07-days-from-preorder-to-sale': [
    'За сколько дней предзаказ становится продажей?',
    'Oldindan buyurtma necha kunda savdoga aylanadi?',
  ],
  '08-days-from-sale-to-activation': [
    'Через сколько дней проданное устройство начинают использовать?',
    'Sotilgan qurilma necha kunda ishlatila boshlaydi?',
  ],
  '09-time-to-first-contact-by-assignee': [
    'Как быстро каждый из нас связывается с новыми клиентами?',
    'Har birimiz yangi mijozlar bilan qanchalik tez bogʻlanamiz?',
  ],
  '10-online-share-by-firmware-version': [
    'С какой прошивкой устройства остаются на связи?',
    'Qaysi proshivka bilan qurilmalar aloqada qoladi?',
  ],
  '11-uptime-of-the-fleet-by-version': [
    'Какую часть времени устройства на связи по неделям и прошивкам и как часто перезапускаются?',
    'Qurilmalar hafta va proshivka boʻyicha vaqtning qancha qismida aloqada va qanchalik tez-tez qayta yonadi?',
  ],
  '12-failure-rate-by-hardware-revision': [
    'На каком железе релиз не устанавливается?',
    'Reliz qaysi reviziyada oʻrnatilmaydi?',
  ],
  '13-failures-by-code': ['Почему установки не удаются?', 'Oʻrnatishlar nega xato bilan tugaydi?'],
  '14-installation-duration': [
    'Сколько длится установка: половина из них и 95 из 100?',
    'Oʻrnatish qancha davom etadi: yarmi va 100 tadan 95 tasi?',
  ],
  '15-retention-by-activation-month': [
    'Сколько устройств, включённых в каждом месяце, ещё используют?',
    'Har oyda faollashtirilgan qurilmalarning nechtasi hali ishlatilmoqda?',
  ],
  '16-orders-and-revenue-by-admin': [
    'Кто сколько продаёт и какую часть всей выручки?',
    'Kim qancha sotadi va bu butun tushumning qancha qismi?',
  ],
  '17-top-customers-by-revenue': [
    'Какие клиенты покупают больше всех и сколько остальные?',
    'Qaysi mijozlar eng koʻp xarid qiladi, qolganlari-chi?',
  ],
  '18-average-order-value-by-channel': [
    'Какой средний чек в каждом канале по месяцам?',
    'Har bir kanalda oʻrtacha chek oyma-oy qancha?',
  ],
  '19-this-month-against-last-year': [
    'Продаём ли мы больше и дороже, чем в те же дни прошлого года?',
    'Oʻtgan yilning shu kunlariga nisbatan koʻproq va qimmatroq sotyapmizmi?',
  ],
  '20-stock-by-age': ['Как давно лежит то, что на складе?', 'Ombordagi qurilmalar qancha vaqtdan beri turibdi?'],
  '21-preorders-per-week-against-capacity': [
    'Как быстро предзаказы занимают места?',
    'Oldindan buyurtmalar oʻrinlarni qanchalik tez egallaydi?',
  ],
  '22-weak-wifi-and-hot-devices-by-revision': [
    'У какого железа слабый Wi-Fi или перегрев?',
    'Qaysi reviziyada Wi-Fi kuchsiz yoki qizish bor?',
  ],
  '23-days-between-first-and-second-purchase': [
    'Сколько дней проходит между первой и второй покупкой?',
    'Birinchi va ikkinchi xarid orasida necha kun oʻtadi?',
  ],
  '24-share-who-bought-twice-by-first-month': [
    'Какая доля клиентов купила дважды, по месяцу первой покупки?',
    'Mijozlarning qanchasi ikki marta olgan, birinchi xarid oyi boʻyicha?',
  ],
  '25-offline-hours-by-region': [
    'Сколько часов в день устройства региона не на связи (90-й процентиль)?',
    'Hududdagi qurilmalar kuniga necha soat aloqada emas (90-foizlik)?',
  ],
  '26-devices-with-several-attempts-by-release': [
    'Скольким устройствам понадобилось больше одной попытки, по релизам?',
    'Nechta qurilmaga bittadan koʻp urinish kerak boʻldi, relizlar boʻyicha?',
  ],
  '27-discount-in-bins-by-channel': [
    'Какие скидки в каждом канале, с шагом 5 %?',
    'Har bir kanalda chegirmalar qancha, 5 % qadam bilan?',
  ],
  '28-revenue-by-weekday-and-hour': [
    'По каким дням недели и часам мы продаём?',
    'Haftaning qaysi kuni va soatlarida sotamiz?',
  ],
  '29-batches-that-fail-more-often': [
    'Какие партии дают ошибки в полтора раза чаще средней?',
    'Qaysi partiyalar oʻrtachadan bir yarim baravar koʻp xato beradi?',
  ],
  '30-moving-average-of-orders': [
    'Сколько продаж в день в среднем за семь дней?',
    'Yetti kunlik oʻrtachada kuniga nechta savdo bor?',
  ],
  '31-cohorts-by-months-since-first-purchase': [
    'Сколько клиентов каждого месяца покупают снова в следующие месяцы?',
    'Har oydagi mijozlarning nechtasi keyingi oylarda yana xarid qiladi?',
  ],
  '32-orders-per-customer': ['Как продажи распределены по клиентам?', 'Savdolar mijozlar orasida qanday taqsimlangan?'],
  '33-share-of-revenue-by-channel': [
    'Какую долю выручки даёт каждый канал и сколько продаж возвращается?',
    'Har bir kanal tushumning qancha qismini beradi va qanchasi qaytadi?',
  ],
  '34-price-percentiles-by-model': [
    'По каким ценам продаётся каждая модель: наименьшая, медиана, верхняя десятая, наибольшая?',
    'Har bir model qanday narxlarda sotiladi: eng past, mediana, yuqori oʻndan bir, eng yuqori?',
  ],
  '35-days-from-sale-to-refund': [
    'Через сколько дней после продажи возвращают деньги, по причинам?',
    'Savdodan necha kun oʻtib pul qaytariladi, sabablar boʻyicha?',
  ],
  '36-devices-by-month-of-sale': [
    'Сколько устройств, проданных в каждом месяце, используется?',
    'Har oyda sotilgan qurilmalarning nechtasi ishlatilmoqda?',
  ],
  '37-spending-of-customers': [
    'Сколько тратит клиент из верхней пятой и средний, по странам?',
    'Yuqori beshdan birdagi va oʻrtacha mijoz qancha sarflaydi, davlatlar boʻyicha?',
  ],
  '38-failed-installations-by-code': [
    'Какая доля ошибок у каждого кода за тридцать дней?',
    'Oʻttiz kunda xatolarning qancha qismi qaysi kodda?',
  ],
  '39-audit-actions-by-admin-and-day': ['Кто что делает, день за днём?', 'Kim nima qiladi, kunma-kun?'],
  '40-minutes-from-claim-to-pairing': [
    'Через сколько минут после привязки устройства к нему подключают приложение?',
    'Qurilma biriktirilgach necha daqiqada ilova ulanadi?',
  ],
  '41-days-in-each-status-of-preorders': [
    'Сколько дней предзаказы проводят в каждом статусе?',
    'Oldindan buyurtmalar har bir holatda necha kun turadi?',
  ],
  '42-repeat-rate-by-first-channel': [
    'Сколько клиентов каждого канала купили снова?',
    'Har bir kanaldan kelgan mijozlarning nechtasi yana xarid qilgan?',
  ],
  '43-share-of-channels-by-month': [
    'Какова доля каждого канала в выручке месяца?',
    'Har oylik tushumda har bir kanalning ulushi qancha?',
  ],
  '44-growth-of-orders-by-month': [
    'Насколько растут продажи от месяца к месяцу?',
    'Savdolar oydan oyga qanchalik oʻsmoqda?',
  ],
  '45-days-until-a-release-is-installed': [
    'За сколько дней релиз устанавливается на 90 % устройств?',
    'Reliz necha kunda qurilmalarning 90 % iga oʻrnatiladi?',
  ],
  '46-retention-by-batch': [
    'Сколько включённых устройств каждой партии ещё используют?',
    'Har bir partiyadagi faollashtirilgan qurilmalarning nechtasi hali ishlatilmoqda?',
  ],
  '47-hours-from-claim-to-first-heartbeat': [
    'Через сколько часов после привязки устройство впервые выходит на связь, по ревизиям?',
    'Biriktirilgach qurilma necha soatda birinchi marta aloqaga chiqadi, reviziyalar boʻyicha?',
  ],
  '48-refunds-of-sales-from-preorders': [
    'Возвращают ли деньги за продажи из предзаказов чаще, чем за другие?',
    'Oldindan buyurtmadan kelgan savdolar uchun pul boshqalarga qaraganda koʻproq qaytariladimi?',
  ],
  '49-failures-by-weekday-and-hour': [
    'По каким дням недели и часам не удаются установки?',
    'Oʻrnatishlar haftaning qaysi kuni va soatlarida xato bilan tugaydi?',
  ],
  '50-second-purchase-within-60-days-by-first-channel': [
    'Какая доля клиентов каждого канала купила снова за 60 дней?',
    'Har bir kanaldan kelgan mijozlarning qanchasi 60 kun ichida yana xarid qilgan?',
  ],
  '51-growth-by-city-against-last-year': [
    'Как растёт выручка каждого города против тех же дней прошлого года?',
    'Har bir shahar tushumi oʻtgan yilning shu kunlariga nisbatan qanday oʻsmoqda?',
  ],
  '52-installations-by-days-since-rollout': [
    'Через сколько дней после начала выпуска устройства ставят релиз?',
    'Reliz chiqarila boshlagach qurilmalar uni necha kunda oʻrnatadi?',
  ],
  '53-share-of-revenue-from-loyal-customers': [
    'Какую долю выручки дают клиенты, купившие не менее 17 раз?',
    'Kamida 17 marta xarid qilgan mijozlar tushumning qancha qismini beradi?',
  ],
  '54-discount-rate-by-admin': [
    'Кто какие скидки даёт: как часто и какую часть цены?',
    'Kim qanday chegirma beradi: qanchalik tez-tez va narxning qancha qismini?',
  ],
  '55-hours-from-sale-to-cancellation': [
    'Как скоро отменяют продажи и какая их доля в каждом канале?',
    'Savdolar qanchalik tez bekor qilinadi va har bir kanalda ulushi qancha?',
  ],
  '56-customers-by-days-since-last-purchase': [
    'Как давно клиенты покупали в последний раз?',
    'Mijozlar oxirgi marta qancha vaqt oldin xarid qilgan?',
  ],
  '57-revenue-of-new-and-returning-customers': [
    'Сколько в каждом месяце приносят клиенты, которые покупают впервые?',
    'Har oyda birinchi marta xarid qilgan mijozlar qancha tushum keltiradi?',
  ],
  '58-funnel-of-preorders-by-source': [
    'Со сколькими предзаказами каждого источника связались и сколько стало продажами?',
    'Har bir manbadan kelgan oldindan buyurtmalarning nechtasi bilan bogʻlanildi va nechtasi savdoga aylandi?',
  ],
  '59-contacted-within-four-hours-by-weekday': [
    'По какой доле предзаказов каждого дня недели связались за четыре часа?',
    'Haftaning har bir kunidagi oldindan buyurtmalarning qanchasi bilan toʻrt soat ichida bogʻlanildi?',
  ],
  '60-devices-refunded-more-than-once': [
    'За сколько устройств деньги возвращали больше одного раза и сколько?',
    'Nechta qurilma uchun pul bir martadan koʻp qaytarilgan va qancha?',
  ],
  '61-failure-rate-by-attempt': [
    'Чаще ли не удаются следующие попытки установки?',
    'Keyingi oʻrnatish urinishlari koʻproq xato bilan tugaydimi?',
  ],
  '62-share-sold-by-batch': [
    'Какая часть каждой партии продана и какую часть склада она занимает?',
    'Har bir partiyaning qancha qismi sotilgan va u omborning qancha qismini egallaydi?',
  ],
  '63-refunds-by-weeks-since-sale': [
    'На какой неделе после продажи возвращают деньги?',
    'Savdodan keyin pul nechanchi haftada qaytariladi?',
  ],
  '64-uptime-by-weekday': [
    'По каким дням недели устройства не на связи?',
    'Qurilmalar haftaning qaysi kunlarida aloqada emas?',
  ],
  '65-silent-devices-by-region': [
    'Сколько устройств у клиентов молчат больше недели, по регионам?',
    'Mijozlardagi qurilmalarning nechtasi bir haftadan beri jim, hududlar boʻyicha?',
  ],
  '66-denied-calls-by-day': [
    'Какая доля действий администраторов отклонена, по дням?',
    'Administratorlar harakatlarining qancha qismi rad etilgan, kunma-kun?',
  ],
  '67-moves-of-preorders': [
    'Какие переходы предзаказов как часто случаются?',
    'Oldindan buyurtmalarning qaysi oʻtishlari qanchalik tez-tez boʻladi?',
  ],
  '68-revenue-since-new-year': [
    'Сколько мы заработали с начала года, по месяцам?',
    'Yil boshidan beri qancha tushum boʻldi, oyma-oy?',
  ],
  '69-days-between-purchases-by-channel': [
    'Как давно была предыдущая покупка, по каналу следующей?',
    'Oldingi xarid qancha vaqt oldin boʻlgan, keyingisining kanali boʻyicha?',
  ],
  '70-customers-by-models-bought': [
    'Сколько клиентов купили сколько разных моделей?',
    'Nechta mijoz nechta turli model sotib olgan?',
  ],
  '71-returns-of-devices-that-failed': [
    'Чаще ли возвращаются устройства, на которых не удавались установки?',
    'Oʻrnatish xato bilan tugagan qurilmalar koʻproq qaytadimi?',
  ],
};
