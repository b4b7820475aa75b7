package dev.assent.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Group;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class BarChartTest {
    private static String svg(double... values) {
        List<Bar> bars = Arrays.stream(values)
                .mapToObj(each -> new Bar("bar", List.of(each, 1.0)))
                .toList();
        return BarChart.svg(new Chart(
                "title <1>", "ms", Block.Series.of(List.of("first", "second")), List.of(new Group("group", bars))));
    }

    @Test
    void eachSegmentIsARectangleOfItsHeight() {
        String svg = svg(3, 7);

        assertThat(svg.split("<rect", -1)).hasSize(5);
        assertThat(svg).contains("class=\"s0\"").contains("class=\"s1\"").contains("title &lt;1&gt;");
        // 8 in all at the highest, and an axis of 0 to 8: the scale is 224 points for 8
        assertThat(svg).contains("height=\"196.0\"").contains("height=\"84.0\"").contains("height=\"28.0\"");
    }

    private static String interval(double value, double half) {
        return BarChart.svg(new Chart(
                "title",
                "ms",
                Block.Series.of(List.of("first")),
                List.of(new Group("group", List.of(new Bar("bar", List.of(value), half))))));
    }

    /** The scale is 224 points for 10. */
    @Test
    void anIntervalIsDrawnFromEndToEndAndHasRoom() {
        assertThat(interval(8, 2)).contains("class=\"interval\"").containsPattern("d=\"M[\\d.]+ 14\\.0h[^V]*V103\\.6m");
        assertThat(interval(8, 20)).as("no less than nothing").containsPattern("V238\\.0m");
    }

    @Test
    void whatIsNotKnownOrExactHasNoInterval() {
        assertThat(interval(8, Double.NaN)).doesNotContain("class=\"interval\"").doesNotContain("NaN");
        assertThat(interval(8, 0)).doesNotContain("class=\"interval\"");
        assertThat(interval(0, 1)).doesNotContain("class=\"interval\"");
    }

    @Test
    void aBarOfNothingIsNotDrawn() {
        assertThat(svg(0).split("<rect", -1)).hasSize(2);
    }

    @Test
    void aChartWithoutBarsHasAnAxis() {
        assertThat(BarChart.svg(new Chart("t", "ms", List.of(), List.of()))).contains("<line");
    }

    @Test
    void aChartOfBarsOfNothingHasOneToo() {
        Chart nothing = new Chart(
                "t",
                "ms",
                Block.Series.of(List.of("first")),
                List.of(new Group("group", List.of(new Bar("bar", List.of(0.0))))));

        assertThat(BarChart.svg(nothing)).contains("<line").doesNotContain("NaN");
    }
}
