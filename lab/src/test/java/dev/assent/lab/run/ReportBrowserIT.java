package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import dev.assent.harness.Fast;
import dev.assent.lab.result.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The report in a browser, the system's own, without a network. */
@Fast
class ReportBrowserIT {
    private static final int WIDE = 1_400;
    private static final int NARROW = 480;
    private static final int TIMEOUT_MILLIS = 300_000;

    /** The contrast that people need to read small text, by the Web Content Accessibility Guidelines 2. */
    private static final double CONTRAST_MIN = 4.5;

    /** The contrast of an element's text with the first background behind it that is not transparent. */
    private static final String CONTRAST = """
            element => {
              const parse = text => text.match(/[\\d.]+/g).map(Number);
              const light = text => parse(text).slice(0, 3)
                .map(c => c / 255)
                .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
              const style = getComputedStyle(element);
              let behind = element;
              while (parse(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
              const ink = element instanceof SVGElement ? style.fill : style.color;
              const both = [light(ink), light(getComputedStyle(behind).backgroundColor)].sort((a, b) => b - a);
              return (both[0] + 0.05) / (both[1] + 0.05);
            }
            """;

    @TempDir
    static Path folder;

    private static Playwright playwright;
    private static Browser browser;
    private static Path report;

    @BeforeAll
    static void open() throws Exception {
        Optional<Path> chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(chromium.isPresent(), "no Chromium is installed; on Debian: apt-get install chromium");
        System.setProperty(
                "playwright.driver.tmpdir",
                Files.createDirectories(Path.of("target", "playwright")).toString());
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.get())
                        .setTimeout(TIMEOUT_MILLIS)
                        .setHeadless(true));
        report = folder.resolve("report.html");
        try (Store store = Store.open(folder.resolve("results"))) {
            StoredRun.in(store, key -> true, key -> 100 + Math.floorMod(key.hashCode(), 400));
            Files.writeString(report, new Reports(store).of(List.of(1)).toHtml());
        }
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void itRendersWithItsChartsOfflineInLightAndDark(ColorScheme scheme) {
        List<String> wanted = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(scheme)
                .setOffline(true)
                .setViewportSize(WIDE, 1_000))) {
            Page page = context.newPage();
            page.setDefaultTimeout(TIMEOUT_MILLIS);
            page.onRequest(request -> wanted.add(request.url()));
            page.onPageError(wrong::add);
            page.onConsoleMessage((ConsoleMessage message) -> wrong.add(message.text()));
            page.navigate(report.toUri().toString());
            page.screenshot(new Page.ScreenshotOptions()
                    .setFullPage(true)
                    .setPath(Path.of("target", "report-" + scheme + ".png")));

            assertThat(wanted).as("it needs nothing else").hasSize(1);
            assertThat(wrong).isEmpty();
            assertThat(page.title()).contains("Transactional remote invocations");
            assertThat(page.locator("h2").allTextContents())
                    .hasSize(6)
                    .last()
                    .asString()
                    .startsWith("4b.");
            assertCharts(page);
            assertReadable(page);
            assertThat(isDark(page)).isEqualTo(scheme == ColorScheme.DARK);
            assertFits(page, WIDE);
            assertFits(page, NARROW);
        }
    }

    /** A pair for each of experiments 1, 2, 3 and 4b, and one for each database of experiment 4. */
    private static void assertCharts(Page page) {
        List<Locator> charts = page.locator("figure svg").all();
        assertThat(charts).hasSize(12);
        for (Locator chart : charts) {
            BoundingBox frame = chart.boundingBox();
            assertThat(frame.width).isGreaterThan(300);
            List<Locator> bars = chart.locator("rect").all();
            assertThat(bars).isNotEmpty();
            for (Locator bar : List.of(bars.get(0), bars.get(bars.size() - 1))) {
                BoundingBox box = bar.boundingBox();
                assertThat(box.width * box.height).isPositive();
                assertThat(box.x).isBetween(frame.x, frame.x + frame.width - box.width);
                assertThat(box.y).isBetween(frame.y, frame.y + frame.height - box.height);
            }
        }
    }

    private static void assertReadable(Page page) {
        for (String each : List.of("h1", "p.remark", "td", "th", "figcaption", ".legend span", "svg text.name", "li")) {
            double contrast = ((Number) page.locator(each).first().evaluate(CONTRAST)).doubleValue();
            assertThat(contrast).as(each).isGreaterThan(CONTRAST_MIN);
        }
    }

    private static boolean isDark(Page page) {
        String background = (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
        return Integer.parseInt(background.replaceAll("\\D+(\\d+).*", "$1")) < 128;
    }

    /** Wide tables scroll by themselves; the page does not. */
    private static void assertFits(Page page, int width) {
        page.setViewportSize(width, 1_000);
        assertThat((int) page.evaluate("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    }
}
